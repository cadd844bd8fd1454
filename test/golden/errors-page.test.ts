import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { ERROR_CODES, ERRORS, HTTP_STATUS } from '../../src/domain/error-codes.js';

const PAGE = resolve(import.meta.dirname, '../../docs/errors.md');
const API = { rest: 'REST', graphql: 'GraphQL' } as const;

const table = [
  '| `code` | status | only in | type in `userErrors` | meaning |',
  '|---|---|---|---|---|',
  ...ERROR_CODES.map((code) => {
    const { kind, only, userError, meaning } = ERRORS[code];
    const cells = [
      `\`${code}\``,
      HTTP_STATUS[kind],
      only ? API[only] : '',
      userError ? `\`${userError}\`` : '',
      meaning,
    ];
    return `| ${cells.join(' | ')} |`;
  }),
].join('\n');

it('docs/errors.md lists every code as the table of errors has it', () => {
  const page = readFileSync(PAGE, 'utf8');
  const wanted = page.replace(/^\| `code` \|.*(?:\n\|.*)*/m, table);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(PAGE, wanted);
  else expect(page).toBe(wanted);
});
