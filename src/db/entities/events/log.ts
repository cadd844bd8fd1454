import { defineEntity, p } from '@mikro-orm/core';
import type { EventType } from '../../../domain/events/event.js';
import { timestamp } from '../columns.js';
import { isolated } from '../isolation.js';
import { ofOrganisation } from '../people/organisations.js';

/** A log. The transaction that appends to it locks this row last. */
export const EventLog = defineEntity({
  name: 'EventLog',
  tableName: 'event_logs',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    lastSequence: p.bigint('string').defaultRaw('0'),
    /** Housekeeping has deleted the events before it. */
    oldestSequence: p.bigint('string').defaultRaw('1'),
  },
});

export const Event = defineEntity({
  name: 'Event',
  tableName: 'events',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    sequence: p.bigint('string').primary(),
    type: p.text().$type<EventType>(),
    subjectId: p.uuid(),
    campaignId: p.uuid().nullable(),
    revision: p.integer(),
    deliveryCode: p.smallint().nullable(),
    /** A late report has contradicted an earlier outcome. */
    corrected: p.boolean().default(false),
    createdAt: timestamp(),
  },
  indexes: [{ name: 'events_subject', properties: ['subjectId'] }],
});
