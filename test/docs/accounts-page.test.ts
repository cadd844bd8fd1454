import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_LIMITS, LIMITS, type Limit } from '../../src/domain/limits.js';
import { ROLE_SCOPES } from '../../src/domain/people/roles.js';
import { ROLES, SCOPES } from '../../src/domain/vocabulary.js';
import { readPage } from './page.js';

const { text: page } = readPage('accounts.md');

describe('docs/accounts.md', () => {
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
    ['codes of either kind', 'codes_daily'],
    ['guesses at codes and links', 'proof'],
  ] as const)('tells the limit of %s', (words, name) => {
    const { together, account, address, device } = ACCOUNT_LIMITS[name];
    const told = [together, account, address, device].map((limit) => (limit ? inWords(limit) : ''));
    expect(page).toContain(`| ${words} | ${told.join(' | ')} |`);
  });

  it('tells how long things last', () => {
    const { codeMinutes, codeTries, personSessionDays, personSessionIdleDays, invitationDays, deviceMarkDays } = LIMITS;
    expect(page).toContain(`good for ${codeMinutes} minutes, once, for ${codeTries} guesses`);
    expect(page).toContain(`ends after ${personSessionDays} days, after ${personSessionIdleDays} days without a call`);
    expect(page).toContain(`within the last ${deviceMarkDays} days`);
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
