import { ACCOUNT_LIMITS, LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';

/** The fields of an actor. */
export const AUDIT_ACTOR = 'fragment AuditActor on AuditActor { kind id: actorId name }';

const { points, windowSeconds } = ACCOUNT_LIMITS.otp_resend.address;

export const PEOPLE_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/audit/',
    document: `query listAuditEntries(${PAGE_VARIABLES}, $filter: AuditLogFilter) {
      auditLog(${PAGE_ARGUMENTS}, filter: $filter) { nodes { ...AuditEntry } }
    }
    fragment AuditEntry on AuditEntry {
      id action actor { ...AuditActor } address subjectType subjectId before after createdAt
    }
    ${AUDIT_ACTOR}`,
    tag: 'Audit log',
    summary: 'Read the audit log',
    description:
      'Lists who did what in the organisation, and from which address, newest first. Sends are not in the ' +
      'audit log: messages and campaigns have lists of their own. Entries are neither changed nor deleted.',
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
  {
    method: 'GET',
    path: '/v1/rate-limits/',
    document: `query listRateLimits { rateLimits { ...RateLimit } }
    fragment RateLimit on RateLimit { bucket limit remaining windowSeconds resetAt }`,
    tag: 'Rate limits',
    summary: 'List the rate limits',
    description:
      'Lists the rate limits of the organisation, and what is left of them. This call counts against the limit `general`.',
    example: { reply: { count: 3, results: [{ bucket: 'sms_send', limit: 300, remaining: 288, window_seconds: 60 }] } },
  },
  {
    method: 'POST',
    path: '/v1/erasures/',
    document: `mutation eraseNumber($input: EraseNumberInput!) {
      eraseNumber(input: $input) { messages chatMessages received cancelled pending masked mentions notSearched complete }
    }`,
    tag: 'Erasure',
    summary: 'Erase a number',
    description:
      'Erases what the organisation has about a number: texts, numbers, references and metadata of messages, labels of campaigns that ' +
      'contain it, words of gateways, and stored answers. Messages that no gateway has got are cancelled first; SMS that a gateway has are ' +
      'erased when they have ended. Suppressions hold on without the number. In references, metadata and names of what was sent to others ' +
      'the number is replaced by `[erased]`; texts to others that name it are counted as `mentions` and stay. The call may be repeated.',
    example: {
      body: { mobile: '12025550100' },
      reply: {
        messages: 12,
        chat_messages: 3,
        cancelled: 1,
        pending: 1,
        masked: 2,
        mentions: 0,
        not_searched: null,
        complete: true,
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/access-tokens/',
    document: `mutation createAccessToken($input: CreateAccessTokenInput!) {
      createAccessToken(input: $input) { token accessToken { scopes sessionIds expiresAt } }
    }`,
    status: 201,
    tag: 'Access tokens',
    summary: 'Make an access token for a page',
    description:
      `Creates an access token, with which a web page calls the API for ${LIMITS.accessTokenMinutes} minutes in place ` +
      'of the API key. It may do no more than the key, and stops working with it. An access token makes no others.',
    example: {
      body: { scopes: ['sms:read'] },
      reply: {
        token: 'pr_at_eyJvcmdhbmlzYXRpb25JZCI6IjAxOWEx….mDwYJHYk0LrVMhCmZXZDqW8nI7Yq7b2d3tSxk9Q4h0E',
        scopes: ['sms:read'],
        session_ids: null,
        expires_at: '2026-11-20T09:10:06.480Z',
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/auth/otp/resend/',
    document: 'mutation resendCode($input: ResendCodeInput!) { resendCode(input: $input) { detail: accepted } }',
    status: 202,
    tag: 'Accounts',
    summary: 'Send a one-time code again',
    description:
      'Sends a new one-time code by mail. Needs no API key. The response is the same whether or not there is ' +
      `an account. At most ${points} calls in ${windowSeconds / 60} minutes for an account and for the ` +
      'address of the caller; further calls get 429 with \\`retry_after\\`.',
    example: { body: { email: 'ada@example.org', purpose: 'email_verification' } },
  },
];
