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

/** A row of the log: one event, or those of a batch that differ only in their subject. */
export const Event = defineEntity({
  name: 'Event',
  tableName: 'events',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    /** Of the last event of the row. */
    sequence: p.bigint('string').primary(),
    type: p.text().$type<EventType>(),
    /** Of a row of one event. */
    subjectId: p.uuid().nullable(),
    campaignId: p.uuid().nullable(),
    revision: p.integer(),
    deliveryCode: p.smallint().nullable(),
    /** A late report has contradicted an earlier outcome. */
    corrected: p.boolean().default(false),
    createdAt: timestamp(),
    /**
     * The number of events: the first one has the sequence `sequence - size + 1`. PostgreSQL stores the array apart
     * from the row, and would fetch it again each time that a statement asks for its length.
     */
    size: p.integer().default(1),
    /** The lowest and the highest of `subject_ids`, so that a search for a message fetches few arrays. */
    lowestId: p.uuid().nullable(),
    highestId: p.uuid().nullable(),
    /** Of a row of several events, in the order of their sequences. */
    subjectIds: p.uuid().array().nullable(),
  },
  indexes: [
    { name: 'events_subject', properties: ['subjectId'] },
    { name: 'events_campaign', properties: ['organisationId', 'campaignId'], where: 'subject_ids IS NOT NULL' },
  ],
});
