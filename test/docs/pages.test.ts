import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { COST_LIMIT } from '../../src/api/guard/document-cost.js';
import { DOCUMENT_LIMITS } from '../../src/api/guard/document-shape.js';
import { EVENT_TYPES, type EventType, kindOf, statusOf } from '../../src/domain/events/event.js';
import { retryAfterSeconds } from '../../src/domain/events/retry.js';
import { sampleEvent } from '../../src/domain/events/samples.js';
import { ACCOUNT_LIMITS, FAILED_LOOK_UPS, LIMITS, type Limit, REFUSED_DOCUMENTS } from '../../src/domain/limits.js';
import { ROLE_SCOPES } from '../../src/domain/people/roles.js';
import { ROLES, SCOPES } from '../../src/domain/vocabulary.js';
import { createMetrics } from '../../src/http/metrics/metrics.js';
import { securityHeaders } from '../../src/http/responses/security-headers.js';
import { POLICY } from '../support/policy.js';
import { readPage } from './page.js';

const webhooks = readPage('webhooks.md');
const rowsOf = (start: string) => webhooks.text.split('\n').filter((line) => line.startsWith(start));

const SECONDS: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600 };

describe('The page on webhooks', () => {
  it('lists every type of event', () => {
    const listed = EVENT_TYPES.filter((type) => rowsOf('| `').some((row) => row.includes(`\`${type}\``)));
    expect(listed).toEqual(EVENT_TYPES);
  });

  it.each([...new Set(EVENT_TYPES.map(kindOf))])('shows what events of the family %s hold, in their order', (kind) => {
    const example = JSON.parse(webhooks.code(kind)) as Record<string, unknown>;
    const type = EVENT_TYPES.find((one) => kindOf(one) === kind && statusOf(one) === example.status) as EventType;
    expect(EVENT_TYPES).toContain(type);
    const { test: _, ...sample } = sampleEvent(type, new Date()).data;
    const { test: __, ...shown } = example;
    expect(Object.keys(shown)).toEqual(Object.keys(sample));
  });

  it('tells when what failed is tried again', () => {
    const [row = ''] = rowsOf('| after | ');
    const told = [...row.matchAll(/(\d+) (s|min|h)\b/g)].map(
      ([, count, unit = '']) => Number(count) * (SECONDS[unit] ?? 0),
    );
    const planned = told.map((_, index) => retryAfterSeconds(index + 1, null, 0.5));
    expect(told).toEqual(planned);
    expect(retryAfterSeconds(told.length + 1, null, 0.5)).toBeNull();
    expect(webhooks.text).toContain(`| attempt | ${told.map((_, index) => index + 2).join(' | ')} |`);
  });
});

const { text: accounts } = readPage('accounts.md');

describe('docs/accounts.md', () => {
  it('tells what each role may', () => {
    const rows = [...accounts.matchAll(/^\| `([A-Z]+)` \| (.+) \|$/gm)].map(([, role, scopes]) => [role, scopes]);
    expect(rows.map(([role]) => role?.toLowerCase())).toEqual([...ROLES]);
    for (const [role = '', words = ''] of rows) {
      const scopes = [...words.matchAll(/`([a-z]+:[a-z]+)`/g)].map(([, scope]) => scope);
      const expected = ROLE_SCOPES[role.toLowerCase() as keyof typeof ROLE_SCOPES];
      expect([role, ...(words.startsWith('everything') ? SCOPES : scopes)].sort()).toEqual([role, ...expected].sort());
    }
  });

  it.each([
    ['sign-ups', 'sign_up'],
    ['sign-ins', 'sign_in'],
    ['password resets', 'password_reset'],
    ['codes sent again', 'otp_resend'],
    ['codes of either kind', 'codes_daily'],
    ['guesses at codes and links', 'proof'],
  ] as const)('tells the limit of %s', (words, name) => {
    const { together, account, address, device } = ACCOUNT_LIMITS[name];
    const told = [together, account, address, device].map((limit) => (limit ? inWords(limit) : ''));
    expect(accounts).toContain(`| ${words} | ${told.join(' | ')} |`);
  });

  it('tells how long things last', () => {
    const { codeMinutes, codeTries, personSessionDays, personSessionIdleDays, invitationDays, deviceMarkDays } = LIMITS;
    expect(accounts).toContain(`good for ${codeMinutes} minutes, once, for ${codeTries} guesses`);
    expect(accounts).toContain(
      `ends after ${personSessionDays} days, after ${personSessionIdleDays} days without a call`,
    );
    expect(accounts).toContain(`within the last ${deviceMarkDays} days`);
    expect(accounts).toContain(`An invitation is good for ${invitationDays} days`);
  });
});

const SPANS: Readonly<Record<number, string>> = {
  600: 'in 10 minutes',
  900: 'in 15 minutes',
  3600: 'an hour',
  86400: 'a day',
};

function inWords({ points, windowSeconds }: Limit): string {
  return `${points} ${SPANS[windowSeconds]}`;
}

describe('docs/metrics.md', () => {
  it('has the metrics of our own that a process shows, with their meanings', async () => {
    const shown = await createMetrics().render(() => Promise.reject(new Error('The database is away')));
    const metrics = [...shown.matchAll(/^# HELP (postrider_\w+) (.+)$/gm)].map(([, name, meaning]) => [name, meaning]);
    const rows = [...readPage('metrics.md').text.matchAll(/^\| `(\w+)` \|[^|]*\| (.+) \|$/gm)];
    expect(metrics.length).toBeGreaterThan(20);
    expect(rows.map(([, name, meaning]) => [name, meaning])).toEqual(metrics);
  });
});

const root = resolve(import.meta.dirname, '../..');
const { text: security } = readPage('security.md');
const rows = security.split('\n').filter((line) => line.startsWith('| '));
const cellOf = (name: string) =>
  rows
    .find((row) => row.startsWith(`| ${name} |`))
    ?.split('|')[2]
    ?.trim();

describe('docs/security.md', () => {
  it('has the headers that every answer has', () => {
    for (const [name, value] of Object.entries(securityHeaders('https://sms.example.org'))) {
      expect(cellOf(`\`${name}\``)).toMatch(new RegExp(`^\`${value.replace(/[^\w]/g, '\\$&')}\``));
    }
  });

  it.each([
    ['characters', DOCUMENT_LIMITS.characters],
    ['tokens', DOCUMENT_LIMITS.tokens],
    ['depth', DOCUMENT_LIMITS.depth],
    ['aliases', DOCUMENT_LIMITS.aliases],
    ['directives', DOCUMENT_LIMITS.directives],
    ['selections, fragments written out', DOCUMENT_LIMITS.selections],
    ['cost (`extensions.cost`)', COST_LIMIT],
  ])('has the limit on %s', (name, limit) => {
    expect(cellOf(name)).toBe(limit.toLocaleString('en'));
  });

  it('has the limits on refused documents and on strangers', () => {
    expect(security).toContain(`After ${REFUSED_DOCUMENTS.points} refused`);
    expect(security).toContain(`have ${POLICY.callsPerMinute.general} calls a minute`);
    expect(security).toContain(`${FAILED_LOOK_UPS.points} wrong ones a minute`);
  });

  it('names the deviations that the audits find, and tests that there are', () => {
    const audits = readFileSync(resolve(root, 'test/security/graphql-over-http.slow.test.ts'), 'utf8');
    const list = audits.slice(audits.indexOf('DEVIATIONS'), audits.indexOf('};'));
    const deviations = [...list.matchAll(/^ {2}'?([0-9A-Z]{4})'?:/gm)].map(([, id]) => id);
    const section = security.slice(security.indexOf('### GraphQL over HTTP'), security.indexOf('## Browsers'));
    expect([...section.matchAll(/`([0-9A-Z]{4})`/g)].map(([, id]) => id)).toEqual(deviations);
    const named = [...security.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(9);
    for (const path of named)
      expect([path, ['.', 'test/security'].some((at) => existsSync(resolve(root, at, path)))]).toEqual([path, true]);
  });
});

describe('The pages tell how many', () => {
  it.each([
    ['phones', 'connect-a-phone.md', `An organisation may have ${LIMITS.sessionsPerOrganisation} sessions.`],
    ['sender IDs', 'sender-ids.md', `(${LIMITS.senderIdsPerOrganisation} at most,`],
    ['webhooks', 'webhooks.md', `may have ${LIMITS.webhooksPerOrganisation} endpoints`],
    ['members', 'accounts.md', `may have ${LIMITS.membersPerOrganisation} members`],
    ['organisations', 'accounts.md', `a person may own ${LIMITS.organisationsPerPerson} organisations`],
    ['API keys', 'api-keys.md', `${LIMITS.keysPerOrganisation} keys may be in force in an organisation`],
  ])('%s there may be', (_what, page, words) => {
    expect(readPage(page).text).toContain(words);
  });
});
