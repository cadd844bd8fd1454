import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, validate } from 'graphql';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { ACCOUNT_LIMITS, LIMITS, type Limit } from '../../src/domain/limits.js';
import { ROLE_SCOPES } from '../../src/domain/roles.js';
import { ROLES, SCOPES } from '../../src/domain/vocabulary.js';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/accounts.md'), 'utf8');

describe('docs/accounts.md', () => {
  it('has every mutation as the schema takes it', () => {
    const blocks = [...page.matchAll(/```graphql\n([^`]+)```/g)].map(([, block]) => block ?? '');
    const documents = blocks.flatMap((block) => block.trim().split('\n'));
    expect(documents.length).toBeGreaterThan(2);
    for (const document of documents) expect(validate(buildPostriderSchema(), parse(document))).toEqual([]);
  });

  it('tells what each role may', () => {
    const rows = [...page.matchAll(/^\| `([A-Z]+)` \| (.+) \|$/gm)].map(([, role, scopes]) => [role, scopes]);
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
    ['codes of any kind', 'codes_daily'],
    ['guesses at codes and links', 'proof'],
  ] as const)('tells the limit of %s', (words, name) => {
    const { account, address } = ACCOUNT_LIMITS[name];
    const told = [account, address].map((limit) => (limit ? inWords(limit) : ''));
    expect(page).toContain(`| ${words} | ${told.join(' | ')} |`);
  });

  it('tells how long things last', () => {
    const { codeMinutes, codeTries, personSessionDays, personSessionIdleDays, invitationDays } = LIMITS;
    expect(page).toContain(`good for ${codeMinutes} minutes, once, for ${codeTries} guesses`);
    expect(page).toContain(`ends after ${personSessionDays} days, after ${personSessionIdleDays} days without a call`);
    expect(page).toContain(`An invitation is good for ${invitationDays} days`);
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
