import { defineEntity, p } from '@mikro-orm/core';
import type { EventType } from '../../../domain/events/event.js';
import { WEBHOOK_DISABLED_REASONS, WEBHOOK_STATUSES } from '../../../domain/vocabulary.js';
import { bytes, texts, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';
import { ofOrganisation } from '../people/organisations.js';

export const WebhookEndpoint = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    id: p.uuid().primary(),
    url: p.text(),
    description: p.text().nullable(),
    /** Null: every type. */
    types: texts<EventType>().nullable(),
    /** Receives the events of test messages only. The others receive no such events. */
    test: p.boolean(),
    status: p.enum(WEBHOOK_STATUSES).nativeEnumName('webhook_status').default('active'),
    disabledReason: p.enum(WEBHOOK_DISABLED_REASONS).nativeEnumName('webhook_disabled_reason').nullable(),
    /** Sealed with the secret key of the installation. */
    secret: bytes(),
    /** After a rotation the old secret signs as well, until its time has come. */
    previousSecret: bytes().nullable(),
    previousSecretUntil: timestamp().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
    updatedAt: timestamp().defaultRaw('now()'),
    /** The last event that was delivered, or that has its row in webhook_deliveries. */
    lastSequence: p.bigint('string'),
    /** When a worker has something to do for it. */
    dueAt: timestamp().defaultRaw('now()'),
    /** No worker calls it before: another one has a lease, or the endpoint has failed and backs off. */
    notBefore: timestamp().defaultRaw("'-infinity'"),
    leaseId: p.uuid().nullable(),
    /** Consecutive failed calls, and since when no call has succeeded. */
    failures: p.integer().default(0),
    failingSince: timestamp().nullable(),
    /** Counts the events about the endpoint. */
    revision: p.integer().default(0),
  },
  indexes: [
    {
      name: 'webhook_endpoints_due',
      expression: `CREATE INDEX webhook_endpoints_due ON public.webhook_endpoints USING btree (GREATEST(due_at, not_before))
        WHERE (status = 'active'::webhook_status)`,
    },
  ],
});
