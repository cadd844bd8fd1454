import { defineEntity, p } from '@mikro-orm/core';
import type { OwnCallsPerMinute } from '../../../domain/limits.js';
import { STOP_SCOPES } from '../../../domain/vocabulary.js';
import { idOf, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';

export const Organisation = defineEntity({
  name: 'Organisation',
  tableName: 'organisations',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    name: p.text(),
    demo: p.boolean().default(false),
    /** Numbers and texts are redacted after this many days, and counts stay. Null: as the installation is set. */
    retentionDays: p.integer().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
    /** Messages may leave under approved sender IDs only. */
    enforceSenderIds: p.boolean().default(false),
    /** An IANA name, such as Africa/Nairobi: where days begin in statistics. */
    timeZone: p.text().default('UTC'),
    /** Of campaigns whose call does not say. */
    pauseOnFailures: p.boolean().default(false),
    /** Messages and campaigns are deleted after this many days. Null: as the installation is set. */
    messageRetentionDays: p.integer().nullable(),
    /** The limits that the operator has set; the others are those of the installation. */
    callsPerMinute: p.json<OwnCallsPerMinute>().defaultRaw("'{}'"),
    /** Of sends whose call does not say. */
    smartEncoding: p.boolean().default(false),
    /** Of suppressions that a STOP makes from now on. */
    stopScope: p.enum(STOP_SCOPES).nativeEnumName('stop_scope').default('all'),
  },
});

/** The first column of a key, where PostgreSQL checks that the organisation is there. */
export const ofOrganisation = () => idOf(Organisation, 'organisation_id').primary();
