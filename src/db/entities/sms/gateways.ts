import { defineEntity, p } from '@mikro-orm/core';
import { timestamp } from '../columns.js';
import { isolated } from '../isolation.js';

/** Organisations that are out of credit at a gateway. */
export const GatewayAccount = defineEntity({
  name: 'GatewayAccount',
  tableName: 'gateway_accounts',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    gateway: p.text().primary(),
    pausedAt: timestamp().defaultRaw('now()'),
    nextProbeAt: timestamp(),
  },
});

/** The token bucket of a gateway. Unlogged: a crash of PostgreSQL fills it again. */
export const GatewayPacing = defineEntity({
  name: 'GatewayPacing',
  tableName: 'gateway_pacing',
  properties: {
    gateway: p.text().primary(),
    tokens: p.double(),
    refilledAt: timestamp(),
  },
});
