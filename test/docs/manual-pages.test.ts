import { describe, expect, it } from '@jest/globals';
import { type Setting, settings } from '../../src/config/settings.js';
import { simulatePerson } from '../../src/gateways/chat/sandbox/numbers.js';
import { simulate } from '../../src/gateways/sms/sandbox/numbers.js';
import { DATABASE_PATIENCE } from '../../src/lib/database-patience.js';
import { readPage } from './page.js';

describe('docs/settings.md', () => {
  it('has exactly the settings that the program reads, with their defaults and meanings', () => {
    const shown = Object.values<Setting>(settings).filter((setting) => !setting.hidden);
    const expected = shown.map(({ name, default: value, description }) => {
      return `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${description} |`;
    });
    const rows = readPage('settings.md')
      .text.split('\n')
      .filter((line) => line.startsWith('| '));
    expect(rows.slice(1)).toEqual(expected);
  });

  it('names every secret that a file may hold', () => {
    const secrets = Object.values<Setting>(settings).filter(({ secret }) => secret);
    const { text } = readPage('settings.md');
    expect(secrets.map(({ name }) => `${name}_FILE`).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('docs/pgbouncer.md', () => {
  it('has PgBouncer set what the program sets when it connects, and no limit is missing', () => {
    const { statementMs, restInTransactionMs, transactionMs, lockMs } = DATABASE_PATIENCE;
    const { text } = readPage('pgbouncer.md');
    const limits = [
      `statement_timeout = ${statementMs}`,
      `idle_in_transaction_session_timeout = ${restInTransactionMs}`,
    ];
    expect(text).toContain(`connect_query='${limits.map((limit) => `SET ${limit}; `).join('')}SET plan_cache_mode = `);
    expect(text).toContain(`add \`SET transaction_timeout = ${transactionMs};\` to the query`);
    expect(lockMs).toBe(0);
  });
});

describe('docs/sandbox.md', () => {
  it.each<[what: string, heading: string, behaviourOf: (to: string) => unknown]>([
    ['an SMS', 'SMS', (to) => simulate(to, 1)],
    ['a chat message', 'Chat messages', simulatePerson],
  ])('lists every number that does something of its own to %s', (_what, heading, behaviourOf) => {
    const rows = readPage('sandbox.md')
      .section(heading)
      .split('\n')
      .filter((line) => line.startsWith('| '));
    const ordinary = JSON.stringify(behaviourOf('12025550199'));
    const special = Array.from({ length: 100 }, (_, index) => String(100 + index).padStart(4, '0')).filter(
      (last) => JSON.stringify(behaviourOf(`1202555${last}`)) !== ordinary,
    );
    expect(special.length).toBeGreaterThan(5);
    const listed = rows.flatMap((row) => /^\| …(\d{4}) \|/.exec(row)?.[1] ?? []);
    expect(listed).toEqual(special);
  });
});
