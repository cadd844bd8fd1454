import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';

export const AUDIT_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/audit/',
    document: `query listAuditEntries(
      ${PAGE_VARIABLES}, $actions: [AuditAction!], $actorId: UUID, $subjectId: String, $since: DateTime, $until: DateTime
    ) {
      auditLog(
        ${PAGE_ARGUMENTS},
        filter: { actions: $actions, actorId: $actorId, subjectId: $subjectId, since: $since, until: $until }
      ) { nodes { ...AuditEntry } }
    }
    fragment AuditEntry on AuditEntry {
      id action actor { ...AuditActor } address subjectType subjectId before after createdAt
    }
    fragment AuditActor on AuditActor { kind id name }`,
    status: 200,
    tag: 'Audit log',
    summary: 'Read the audit log',
    description:
      'Who did what in the organisation, to what, and from where, newest first. Sends are not in it: messages and campaigns ' +
      'are listed themselves. Entries are neither changed nor deleted.',
    example: {
      query: { actions: 'webhook.updated,webhook.deleted', since: '2026-11-01T00:00:00Z' },
      reply: {
        count: 1,
        results: [
          {
            id: '019a1f0c-9b13-7e22-a1d5-2f3a4b5c6d7e',
            action: 'webhook.updated',
            actor: { kind: 'person', id: '019a1f0c-1c24-7f33-92e6-3a4b5c6d7e8f', name: 'ada@example.org' },
            address: '192.0.2.7',
            subject_type: 'webhook',
            subject_id: '019a1f0c-2d35-7044-83f7-4b5c6d7e8f90',
            before: { status: 'active' },
            after: { status: 'paused' },
          },
        ],
      },
    },
  },
];
