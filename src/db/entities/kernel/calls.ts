import { defineEntity, p } from '@mikro-orm/core';
import { bytes, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';

/** Ordinary calls of the last minute. Unlogged: a crash of PostgreSQL empties it. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.text().primary(),
    allowed: p.integer(),
    /** By the last statement: RETURNING shows it to the process. */
    admitted: p.integer(),
    /** Seconds since 1970 of the last admitted call. */
    second: p.bigint('string'),
    /** How many calls had ever been admitted by the end of `second`, and of each of the 61 seconds before it. */
    totals: p.array().columnType('integer[]'),
  },
});

/**
 * Tries at sign-ins, codes and links, which a crash must not forget. The columns are those that rate-limiter-flexible
 * expects.
 */
export const AccountTry = defineEntity({
  name: 'AccountTry',
  tableName: 'account_tries',
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    expire: p.bigint('string').nullable(),
  },
});

export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    operation: p.text().primary(),
    key: p.text().primary(),
    requestHash: bytes(),
    result: p.json<object>(),
    createdAt: timestamp().defaultRaw('now()'),
  },
});
