import type { Reach } from '../lib/net/public-address.js';
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
  readonly chatAckTimeoutSeconds: number;
  readonly chatProbeSeconds: number;
  readonly allowPrivateNetworkUrls: boolean;
  /** Which addresses webhooks may be posted to. */
  readonly webhookReach: Reach;
  readonly webhookTimeoutSeconds: number;
  readonly eventRetentionDays: number;
  /** How people reach this server; without a slash at the end. */
  readonly publicUrl: string;
  /** Whether strangers may make themselves an account. */
  readonly signUp: 'open' | 'invited';
}

/** Runs statements with numbered parameters in an open transaction, as pg-boss does. */
export interface RunsSql {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: object[] }>;
}

/**
 * Wakes workers. A hint may be lost, repeated or late: rows are the truth, and a sweep finds what no hint announced.
 * `announce` makes the hint part of the caller's transaction, so it appears exactly when the rows do.
 */
export interface Hints {
  announce(transaction: RunsSql, wakeUp: WakeUp): Promise<void>;
  /** After the fact, or when so much time has passed; at most a few times a second however often it is called. */
  nudge(wakeUp: WakeUp, afterMs?: number): void;
}

export type WakeUp =
  | { readonly job: 'sms-dispatch'; readonly gateway: string }
  | { readonly job: 'sms-reports' }
  | { readonly job: 'chat-reports' }
  | { readonly job: 'webhooks' }
  | { readonly job: 'mails' };

/** Who does something. */
export interface Actor {
  readonly kind: ActorKind;
  /** Null for the operator. */
  readonly id: string | null;
  readonly name: string;
}

/** Whoever has the command line of the installation. */
export const OPERATOR: Actor = { kind: 'operator', id: null, name: 'command line' };

/** Somebody, or something, that acts for an organisation. */
export interface Caller {
  readonly organisationId: string;
  readonly actor: Actor;
  /** Where the call comes from; null when from within. */
  readonly address: string | null;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  /** Of a person; null for keys. */
  readonly role: Role | null;
  /** The phones and sender ids that a key may use; null: all. */
  readonly sessionIds: readonly string[] | null;
  readonly senderIds: readonly string[] | null;
  /** The organisation lets messages leave under approved sender ids only. */
  readonly enforcesSenderIds: boolean;
}

/** Somebody who has signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The session that the call is made in. */
  readonly sessionId: string;
}

/** What a call shows of who makes it, whether or not it is made for an organisation. */
export interface Visitor {
  readonly address: string;
  readonly person: Person | null;
}
