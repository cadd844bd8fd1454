import { defineEntity, p } from '@mikro-orm/core';

/** As rate-limiter-flexible expects them. */
const limiterColumns = () => ({
  key: p.string().length(255).primary(),
  points: p.integer().default(0),
  expire: p.bigint('string').nullable(),
});

/** Ordinary calls. Unlogged: a crash of PostgreSQL empties it. */
export const RateLimit = defineEntity({ name: 'RateLimit', tableName: 'rate_limits', properties: limiterColumns() });

/** Tries at sign-ins, codes and links, which a crash must not forget. */
export const AccountTry = defineEntity({
  name: 'AccountTry',
  tableName: 'account_tries',
  properties: limiterColumns(),
});
