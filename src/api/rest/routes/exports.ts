import { LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';
import { AUDIT_ACTOR } from './people.js';

const OPEN_LINK = `fragment OpenExportLink on ExportLink {
  id what campaignId conditions format createdBy { ...AuditActor } createdAt expiresAt
} ${AUDIT_ACTOR}`;

const EXAMPLE = {
  id: '019a1f0c-9b13-7e22-a1d5-2f3a4b5c6d7e',
  what: 'messages',
  conditions: ['statuses', 'created_after'],
  format: 'csv',
  created_by: { kind: 'person', id: '019a1f0c-1c24-7f33-92e6-3a4b5c6d7e8f', name: 'ada@example.org' },
};

export const EXPORT_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'POST',
    path: '/v1/exports/',
    document: `mutation createExportLink($input: CreateExportLinkInput!) {
      createExportLink(input: $input) { exportLink { id expiresAt } url }
    }`,
    status: 201,
    tag: 'Exports',
    summary: 'Make a link for a download',
    description:
      `Creates a link under which rows can be downloaded for ${LIMITS.exportLinkDays} days as CSV or JSON Lines, however many ` +
      'there are. It stops working when its maker may no longer read them.',
    example: {
      body: {
        what: 'messages',
        format: 'csv',
        statuses: ['failed', 'undelivered'],
        created_after: '2026-11-01T00:00:00Z',
      },
      reply: {
        id: EXAMPLE.id,
        url: 'https://sms.example.org/v1/exports/download/?token=pr_ex_eyJvcmdhbmlzYXRpb25JZCI6IjAxOWEx….mDwYJHYk0LrV',
        expires_at: '2026-11-27T09:00:00.000Z',
      },
    },
  },
  {
    method: 'GET',
    path: '/v1/exports/',
    document: `query listExportLinks(${PAGE_VARIABLES}) {
      exportLinks(${PAGE_ARGUMENTS}) { nodes { ...OpenExportLink } }
    } ${OPEN_LINK}`,
    tag: 'Exports',
    summary: 'List the links for downloads',
    description:
      'Lists the links of the organisation that work, of all members and API keys, newest first. Their addresses are not stored, nor are the ' +
      'values of their conditions.',
    example: { reply: { count: 1, results: [EXAMPLE] } },
  },
  {
    method: 'DELETE',
    path: '/v1/exports/{export_link_id}/',
    document: `mutation endExportLink($input: EndExportLinkInput!) {
      endExportLink(input: $input) { exportLink { ...OpenExportLink } }
    } ${OPEN_LINK}`,
    tag: 'Exports',
    summary: 'End a link for downloads',
    description: 'Ends a link of any member or API key within three seconds, and its downloads under way.',
    example: { reply: EXAMPLE },
  },
];
