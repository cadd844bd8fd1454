import { defineEntity, p } from '@mikro-orm/core';
import { CONSENT_CHANGES, CONSENT_SOURCES } from '../../../domain/vocabulary.js';
import { createdBy, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';

/**
 * What people have decided about messages to them, as proof. Only the erasure of a number changes rows. If a person
 * changes their mind too often, the newest row gives way to the next.
 */
export const ConsentEntry = defineEntity({
  name: 'ConsentEntry',
  tableName: 'consent_changes',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Null after its number was erased. */
    mobile: p.text().nullable(),
    change: p.enum(CONSENT_CHANGES).nativeEnumName('consent_change'),
    source: p.enum(CONSENT_SOURCES).nativeEnumName('consent_source'),
    /** Empty: of every sender of the organisation. */
    senderId: p.text().default(''),
    /** Of a keyword: as the person wrote it, in capitals. */
    word: p.text().nullable(),
    /** Of a keyword, as `inboundId`: the number that it was sent to. */
    ownNumber: p.text().nullable(),
    inboundId: p.uuid().nullable(),
    /** Of an import: where it is proved, in words of the caller. */
    proof: p.text().nullable(),
    /** When the person opted out or in. */
    changedAt: timestamp(),
    createdAt: timestamp().defaultRaw('now()'),
    /** The caller; null for a keyword. */
    ...createdBy(),
    /** Of test messages only. */
    test: p.boolean().default(false),
    /** Of promotional messages only. */
    promotionalOnly: p.boolean().default(false),
    /** Changes since the row before that were not kept. */
    omitted: p.integer().default(0),
  },
  indexes: [{ name: 'consent_changes_mobile', properties: ['organisationId', 'mobile', 'id'] }],
});
