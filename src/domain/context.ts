import type { MikroORM } from '@mikro-orm/postgresql';
import type { CircuitBreaker } from '../lib/circuit-breaker.js';
import type { Logger } from '../lib/logger.js';
import type { Reach } from '../lib/public-address.js';
import type { PublicClient } from '../lib/public-client.js';
import type { ChatEngine } from './chat/engine.js';
import type { ConfiguredGateway } from './ports.js';
import type { Routing } from './routing.js';
import type { KeyMode, Scope } from './vocabulary.js';

/** What every operation stands on; made once per process in app.ts. */
export interface Services {
  readonly orm: MikroORM;
  readonly logger: Logger;
  readonly hints: Hints;
  readonly gateways: ReadonlyMap<string, ConfiguredGateway>;
  readonly breakers: ReadonlyMap<string, CircuitBreaker>;
  readonly routing: Routing;
  readonly engines: ReadonlyMap<string, ChatEngine>;
  /** For addresses that callers have chosen. */
  readonly http: PublicClient;
  readonly policy: DeliveryPolicy;
  /** Keyed hash for API keys. */
  readonly secretKey: string;
}

/** Settings that operations need; see src/config for their meaning. */
export interface DeliveryPolicy {
  readonly batchSize: number;
  readonly leaseSeconds: number;
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
}

/**
 * Wakes workers. A hint may be lost, repeated or late: rows are the truth, and a sweep finds what no hint announced.
 * `announce` makes the hint part of the caller's transaction, so it appears exactly when the rows do.
 */
export interface Hints {
  announce(kysely: unknown, wakeUp: WakeUp): Promise<void>;
  /** After the fact, or when so much time has passed; at most a few times a second however often it is called. */
  nudge(wakeUp: WakeUp, afterMs?: number): void;
}

export type WakeUp =
  | { readonly job: 'sms-dispatch'; readonly gateway: string }
  | { readonly job: 'sms-reports' }
  | { readonly job: 'chat-reports' }
  | { readonly job: 'webhooks' };

/** On whose behalf a call is made. */
export interface Caller {
  readonly organisationId: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
}

export interface Context extends Services {
  readonly caller: Caller;
}
