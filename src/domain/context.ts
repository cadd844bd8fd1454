import type { Reach } from '../lib/net/public-address.js';
import type { CallsPerMinute, OwnCallsPerMinute } from './limits.js';
import type { ActorKind, KeyMode, Role, Scope } from './vocabulary.js';

/** Settings that operations need; see src/config for their meaning. */
export interface DeliveryPolicy {
  readonly batchSize: number;
  readonly leaseSeconds: number;
  readonly maxFreezeSeconds: number;
  readonly reportTimeoutHours: number;
  readonly maxHoldHours: number;
  readonly inDoubtWaitSeconds: number;
  readonly balanceProbeSeconds: number;
  readonly retentionDays: number;
  /** Undefined: messages are kept for good. */
  readonly messageRetentionDays: number | undefined;
  readonly chatAckTimeoutSeconds: number;
  readonly chatProbeSeconds: number;
  readonly allowPrivateNetworkUrls: boolean;
  /** Which addresses webhooks may be posted to. */
  readonly webhookReach: Reach;
  readonly webhookTimeoutSeconds: number;
  readonly eventRetentionDays: number;
  /** The URL of this server for people, without a trailing slash. */
  readonly publicUrl: string;
  /** `open`: anyone may create an account. `invited`: only invited people may. */
  readonly signUp: 'open' | 'invited';
  readonly callsPerMinute: CallsPerMinute;
}

/** Runs statements with numbered parameters in an open transaction, as pg-boss does. */
export interface RunsSql {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: object[] }>;
}

/**
 * Wakes workers. A hint may be lost, repeated or late: workers decide by rows, and a sweep finds due rows without a
 * hint. Work that comes due later is hinted at once too: after the turn a worker looks again, and learns when it has to
 * wake.
 */
export interface Hints {
  /**
   * Writes the hint in the caller's transaction, so that it becomes visible together with the rows. Campaigns get a
   * job, which starts at the time when they are due.
   */
  announce(transaction: RunsSql, wakeUp: WakeUp, at?: Date): Promise<void>;
  /** For use after the commit, with an optional delay. Limited to a few hints a second for each kind. */
  nudge(wakeUp: WakeUp, afterMs?: number): void;
  /** Wakes workers of any process, because those of this one are busy. */
  passOn(wakeUp: WakeUp): void;
}

/** First attempts of an organisation's campaigns that wait at a gateway. */
export interface CampaignsAtGateway {
  readonly gateway: string;
  readonly organisationId: string;
}

export type WakeUp =
  | { readonly job: 'sms-dispatch'; readonly gateway: string }
  | ({ readonly job: 'sms-campaigns' } & CampaignsAtGateway)
  | { readonly job: 'sms-reports' }
  | { readonly job: 'inbound-sms' }
  | { readonly job: 'chat-reports' }
  | { readonly job: 'webhooks' }
  | { readonly job: 'mails' };

/** Who performs an operation. */
export interface Actor {
  readonly kind: ActorKind;
  /** Null for the operator. */
  readonly id: string | null;
  readonly name: string;
}

/** The human at the command line of the installation. */
export const OPERATOR: Actor = { kind: 'operator', id: null, name: 'command line' };

/** An actor on behalf of an organisation, with its rights. */
export interface Caller {
  readonly organisationId: string;
  readonly actor: Actor;
  /** IP address of the call; null for internal calls. */
  readonly address: string | null;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  /** Null for API keys. */
  readonly role: Role | null;
  /** The phones and sender IDs that a key may use; null for all. */
  readonly sessionIds: readonly string[] | null;
  readonly senderIds: readonly string[] | null;
  /** The organisation requires approved sender IDs. */
  readonly enforcesSenderIds: boolean;
  readonly callsPerMinute: OwnCallsPerMinute;
  /** The setting of the organisation, for sends that do not say. */
  readonly smartEncoding: boolean;
  /** When the access token of the call expires; null for a call without one. */
  readonly tokenExpiresAt: string | null;
}

/** Whether the e-mail addresses of members are shown to the caller, where their names would do. */
export const seesAddresses = ({ actor, scopes }: Pick<Caller, 'actor' | 'scopes'>): boolean =>
  actor.kind === 'person' || scopes.includes('audit:read');

/** A person who has signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The sign-in session of the call. */
  readonly sessionId: string;
}

/** What a call is made from. */
export interface Device {
  /** IP address of the call. */
  readonly address: string;
  /** The header of that name. */
  readonly userAgent?: string | undefined;
  /** What an earlier sign-in has left in the browser; not checked yet. */
  readonly mark?: string | undefined;
}

/** The caller of an operation that may need no organisation. */
export interface Visitor extends Device {
  readonly person: Person | null;
}
