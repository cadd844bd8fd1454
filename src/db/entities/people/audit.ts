import { defineEntity, p } from '@mikro-orm/core';
import type { AuditAction } from '../../../domain/people/audit.js';
import { ACTOR_KINDS } from '../../../domain/vocabulary.js';
import { timestamp } from '../columns.js';
import { appendOnly } from '../isolation.js';
import { ofOrganisation } from './organisations.js';

export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  ...appendOnly,
  properties: {
    organisationId: ofOrganisation(),
    id: p.uuid().primary(),
    action: p.text().$type<AuditAction>(),
    actorKind: p.enum(ACTOR_KINDS).nativeEnumName('actor_kind'),
    /** Null for the operator. */
    actorId: p.uuid().nullable(),
    /** The name at that time: keys and people can be renamed. */
    actorName: p.text(),
    address: p.text().nullable(),
    subjectType: p.text(),
    subjectId: p.text().nullable(),
    before: p.json<object>().nullable(),
    after: p.json<object>().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
  },
});
