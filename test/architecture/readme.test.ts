import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Setting, settings } from '../../src/config/settings.js';
import { simulatePerson } from '../../src/gateways/chat/sandbox/numbers.js';
import { simulate } from '../../src/gateways/sms/sandbox/numbers.js';
import { DATABASE_PATIENCE } from '../../src/lib/database-patience.js';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
const rowsBelow = (heading: string) => {
  const section = readme
    .slice(readme.indexOf(`\n${heading}\n`))
    .split('\n')
    .slice(2);
  const end = section.findIndex((line) => line.startsWith('#'));
  return section.slice(0, end < 0 ? undefined : end).filter((line) => line.startsWith('| '));
};

/** The tables of a section, each with its rows. */
function tablesBelow(heading: string): string[][] {
  const tables: string[][] = [];
  for (const row of rowsBelow(heading)) {
    if (row.startsWith('| `to`')) tables.push([]);
    tables.at(-1)?.push(row);
  }
  return tables;
}

describe('README', () => {
  it('has exactly the settings that the program reads, with their defaults and meanings', () => {
    const shown = Object.values<Setting>(settings).filter((setting) => !setting.hidden);
    const expected = shown.map(({ name, default: value, description }) => {
      return `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${description} |`;
    });
    expect(rowsBelow('### Settings').slice(1)).toEqual(expected);
  });

  it('has PgBouncer set what the program sets when it connects, and has no other limit to tell', () => {
    const { statementMs, restInTransactionMs, transactionMs, lockMs } = DATABASE_PATIENCE;
    const limits = [
      `statement_timeout = ${statementMs}`,
      `idle_in_transaction_session_timeout = ${restInTransactionMs}`,
    ];
    expect(readme).toContain(
      `connect_query='${limits.map((limit) => `SET ${limit}; `).join('')}SET plan_cache_mode = `,
    );
    expect(readme).toContain(`add \`SET transaction_timeout = ${transactionMs};\` to the query`);
    expect(lockMs).toBe(0);
  });

  it.each<[what: string, table: number, behaviourOf: (to: string) => unknown]>([
    ['an SMS', 0, (to) => simulate(to, 1)],
    ['a chat message', 1, simulatePerson],
  ])('lists every number of the sandbox that does something of its own to %s', (_what, table, behaviourOf) => {
    const listed =
      tablesBelow('## The sandbox')[table]?.flatMap((row) => [...row.matchAll(/(?:…|1202555)(\d{4})/g)]) ?? [];
    const ordinary = JSON.stringify(behaviourOf('12025550199'));
    const special = Array.from({ length: 100 }, (_, index) => String(100 + index).padStart(4, '0')).filter(
      (last) => JSON.stringify(behaviourOf(`1202555${last}`)) !== ordinary,
    );
    expect(special.length).toBeGreaterThan(5);
    const numbers = listed.map((match) => match[1] ?? '').filter((last) => last !== '0100');
    expect(numbers.sort()).toEqual(special);
  });
});
