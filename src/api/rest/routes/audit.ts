import { z } from 'zod';
import { AUDIT_ACTIONS } from '../../../domain/audit.js';
import { LIMITS } from '../../../domain/limits.js';
import { ACTOR_KINDS } from '../../../domain/vocabulary.js';
import { optionalText, optionalTime, uuid, wordList } from '../checks.js';
import { connectionArguments, listQuery, PAGE_INFO, pageOf, pageReply } from '../paging.js';
import { type Connection, defineRoute } from '../route.js';
import { auditActionOf, enumValueOf, lower } from '../words.js';

interface AuditEntry {
  readonly id: string;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string };
  readonly address: string | null;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly before: object | null;
  readonly after: object | null;
  readonly createdAt: string;
}

function entryItem({ actor, ...entry }: AuditEntry) {
  return {
    id: entry.id,
    action: auditActionOf(entry.action),
    actor: { kind: lower(actor.kind), id: actor.id, name: actor.name },
    address: entry.address,
    subject_type: entry.subjectType,
    subject_id: entry.subjectId,
    before: entry.before,
    after: entry.after,
    created_at: entry.createdAt,
  };
}

const settings = () => z.record(z.string(), z.unknown()).nullable();

const entryReply = z.object({
  id: z.guid(),
  action: z.enum(AUDIT_ACTIONS),
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    id: z.guid().nullable().describe('Of the API key or the person; null: the operator.'),
    name: z.string().describe('The name of the key, or the e-mail address of the person, as it was then.'),
  }),
  address: z.string().nullable().describe('From which IP address; null: at the command line.'),
  subject_type: z.string().describe('What kind of thing it was done to: the first half of the action.'),
  subject_id: z.string().nullable().describe('To which one; null: to several, or to none with an id.'),
  before: settings().describe('The settings concerned, as they were; never secrets, phone numbers or texts.'),
  after: settings().describe('The same as they are since, and what else there is to say.'),
  created_at: z.string().meta({ format: 'date-time' }),
});

const auditQuery = listQuery.extend({
  actions: wordList(AUDIT_ACTIONS, 'action').optional().describe('Only these, with commas between them.'),
  actor_id: uuid().optional().describe('By the API key or the person with this id.'),
  subject_id: optionalText().describe('Done to what has this id.'),
  since: optionalTime().describe('Done at this time or later.'),
  until: optionalTime().describe('Done earlier than this.'),
});

const list = defineRoute<unknown, z.output<typeof auditQuery>, { auditLog: Connection<AuditEntry> }>({
  method: 'GET',
  path: '/v1/audit/',
  operation: 'auditLog',
  document: `query ($filter: AuditLogFilter, $first: Int, $after: String, $last: Int, $before: String) {
    auditLog(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      totalCount ${PAGE_INFO}
      nodes { id action actor { kind id name } address subjectType subjectId before after createdAt }
    }
  }`,
  query: auditQuery,
  variables: ({ query }) => ({
    filter: {
      actions: query.actions?.map(enumValueOf),
      actorId: query.actor_id,
      subjectId: query.subject_id,
      since: query.since,
      until: query.until,
    },
    ...connectionArguments(query, LIMITS.connectionPageMax),
  }),
  answer: ({ auditLog }, call) => pageOf(auditLog, call, call.query, entryItem),
  status: 200,
  reply: pageReply(entryReply),
  tag: 'Audit log',
  summary: 'Read the audit log',
  description:
    'Who did what in the organisation, to what, and from where, newest first. Sends are not in it: messages and campaigns ' +
    'are listed themselves. Entries are neither changed nor deleted.',
  example: {
    query: { actions: 'webhook.updated,webhook.deleted', since: '2026-11-01T00:00:00Z' },
    answer: {
      count: 1,
      next: null,
      previous: null,
      next_cursor: null,
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
          created_at: '2026-11-20T09:00:00.000Z',
        },
      ],
    },
  },
});

export const AUDIT_ROUTES = [list];
