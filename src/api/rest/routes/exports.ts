import { LIMITS } from '../../../domain/limits.js';
import type { RouteDeclaration } from '../route.js';

export const EXPORT_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'POST',
    path: '/v1/exports/',
    document: `mutation createExportLink($input: CreateExportLinkInput!) {
      createExportLink(input: $input) { exportLink { url expiresAt } }
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
        url: 'https://sms.example.org/v1/exports/download/?token=pr_ex_eyJvcmdhbmlzYXRpb25JZCI6IjAxOWEx….mDwYJHYk0LrV',
        expires_at: '2026-11-27T09:00:00.000Z',
      },
    },
  },
];
