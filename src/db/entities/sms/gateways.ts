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

/** Whether an organisation was last told that a gateway is down. Events about the gateway name it by the id. */
export const GatewayAlert = defineEntity({
  name: 'GatewayAlert',
  tableName: 'gateway_alerts',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    gateway: p.text().primary(),
    id: p.uuid(),
    isDown: p.boolean(),
    /** Counts the events. */
    revision: p.integer(),
    changedAt: timestamp(),
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

/**
 * Gateways that take no messages of a process. Unlogged: a crash of PostgreSQL forgets it, and the process notes it
 * again.
 */
export const GatewayOutage = defineEntity({
  name: 'GatewayOutage',
  tableName: 'gateway_outages',
  properties: {
    gateway: p.text().primary(),
    processId: p.uuid().primary(),
    since: timestamp().defaultRaw('now()'),
    /** What the gateway, or the network before it, said last. */
    code: p.text().nullable(),
    /** When the process calls the gateway again if something waits for it. */
    nextTryAt: timestamp(),
  },
});
