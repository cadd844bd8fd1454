import type { Database } from '../db/database.js';
import type { ChatEngine } from '../domain/chat/engine.js';
import type { Caller, DeliveryPolicy, Hints } from '../domain/context.js';
import type { Mailer } from '../domain/people/mail.js';
import type { SecretKeys } from '../domain/secret-keys.js';
import type { ConfiguredGateway } from '../domain/sms/gateway.js';
import type { OwnNumbers } from '../domain/sms/inbound/own-numbers.js';
import type { Routing } from '../domain/sms/routing.js';
import type { CircuitBreaker, CircuitBreakers } from '../lib/async/circuit-breaker.js';
import type { UnderWay } from '../lib/async/under-way.js';
import type { DatabaseClock } from '../lib/database-clock.js';
import type { Logger } from '../lib/log/logger.js';
import type { HttpClient } from '../lib/net/http-client.js';
import type { Outages } from './sms/dispatch/outages.js';

/** What operations need. A process creates it once (`services.ts`). */
export interface Services {
  readonly db: Database;
  readonly logger: Logger;
  readonly hints: Hints;
  readonly gateways: ReadonlyMap<string, ConfiguredGateway>;
  readonly breakers: ReadonlyMap<string, CircuitBreaker>;
  /** Tells other processes which gateways this one cannot reach. */
  readonly outages: Outages;
  readonly routing: Routing;
  readonly numbers: OwnNumbers;
  readonly engines: ReadonlyMap<string, ChatEngine>;
  readonly phoneBreakers: CircuitBreakers;
  /** Sends of chat messages under way: the engine's answers are stored nowhere else. */
  readonly handOvers: UnderWay;
  /** For addresses that callers have chosen. */
  readonly http: HttpClient;
  readonly databaseClock: DatabaseClock;
  readonly policy: DeliveryPolicy;
  readonly mailer: Mailer;
  /** Keys the hashes of API keys, codes and tokens, and seals what must be readable again. */
  readonly secretKey: string;
  /** `secretKey`, and the one that it replaces: for reading what exists. */
  readonly secretKeys: SecretKeys;
}

export interface Context extends Services {
  readonly caller: Caller;
}

export function configuredGateway({ gateways }: Services, name: string): ConfiguredGateway {
  const configured = gateways.get(name);
  if (!configured) throw new Error(`No gateway is configured under the name ${name}.`);
  return configured;
}
