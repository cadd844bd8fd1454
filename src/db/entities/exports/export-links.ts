import { defineEntity, p } from '@mikro-orm/core';
import type { ExportFormat, ExportKind } from '../../../domain/exports/export-link.js';
import { createdBy, texts, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';
import { ofOrganisation } from '../people/organisations.js';

/** A link works as long as it has a row. */
export const ExportLink = defineEntity({
  name: 'ExportLink',
  tableName: 'export_links',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    id: p.uuid().primary(),
    what: p.text().$type<ExportKind>(),
    campaignId: p.uuid().nullable(),
    /** Names of the conditions only: a value may be a phone number. */
    conditions: texts(),
    format: p.text().$type<ExportFormat>(),
    ...createdBy(),
    /** Of the person who made it, at that time; null for keys. */
    revocations: p.integer().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
    expiresAt: timestamp(),
  },
});
