import { defineEntity, p } from '@mikro-orm/core';
import { SENDER_STATUSES } from '../../../domain/vocabulary.js';
import { texts, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';
import { ofOrganisation } from '../people/organisations.js';

export const SenderId = defineEntity({
  name: 'SenderId',
  tableName: 'sender_ids',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    id: p.uuid().primary(),
    name: p.text(),
    /** ISO 3166 codes. Null: everywhere. */
    countries: texts().nullable(),
    status: p.enum(SENDER_STATUSES).nativeEnumName('sender_status').default('pending'),
    /** Why it was rejected. */
    reason: p.text().nullable(),
    /** Messages that were accepted with it are held until it is approved. */
    holdsMessages: p.boolean().default(false),
    decidedAt: timestamp().nullable(),
    /** When a gateway last answered 402 for it, and which one. */
    refusedAt: timestamp().nullable(),
    refusedBy: p.text().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
  },
  uniques: [{ properties: ['organisationId', 'name'] }],
  indexes: [{ name: 'sender_ids_rejected', properties: ['organisationId', 'name'], where: 'holds_messages' }],
});
