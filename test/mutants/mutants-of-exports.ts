import type { Mutant } from './mutant.js';

const LINKS = 'test/api/export-links.test.ts';
const ROWS = 'test/api/exports.slow.test.ts';
const STREAMS = 'test/http/exports.slow.test.ts';

/** Downloads by links that need no key. */
export const EXPORT_MUTANTS: readonly Mutant[] = [
  {
    name: 'export-link-outlives-the-scope-of-its-maker',
    why: 'A member who was demoted goes on downloading what the role does not show.',
    file: 'src/api/guard/authenticate.ts',
    search: 'if (!link || !maker || link.scopes.some((scope) => !maker.scopes.includes(scope))) {',
    replace: 'if (!link || !maker) {',
    killer: `${LINKS} › of a person whose role changes from`,
  },
  {
    name: 'export-link-never-expires',
    why: 'A link that was mailed a year ago still shows everything.',
    file: 'src/api/guard/authenticate.ts',
    search: 'const isOpen = link && !hasExpired(link) &&',
    replace: 'const isOpen = link &&',
    killer: `${LINKS} › is over when it has expired`,
  },
  {
    name: 'export-not-checked-between-pages',
    why: 'A revoked key reads on for as long as its download lasts.',
    file: 'src/api/downloads.ts',
    search: '        await recheck();\n',
    replace: '',
    killer: `${STREAMS} › is cut off when its maker may no longer read`,
  },
  {
    name: 'export-ends-cleanly-when-it-fails',
    why: 'A client takes half of the rows for all of them.',
    file: 'src/api/downloads.ts',
    search: 'page = await inTurn(() => pages.next())) {',
    replace: 'page = await inTurn(() => pages.next()).catch(() => ({ done: true, value: undefined }))) {',
    killer: `${STREAMS} › is cut off when the database fails, never ended`,
  },
  {
    name: 'export-ends-at-the-first-page-without-rows',
    why: 'A download with a filter misses all rows after the first 1,000 that do not match.',
    file: 'src/db/lists/walk.ts',
    search: 'last?.is_last ? placeOf(walk, last)',
    replace: 'last?.is_last && rows.length > 0 ? placeOf(walk, last)',
    killer: `${ROWS} › keeps to the conditions`,
  },
  {
    name: 'csv-with-formulas',
    why: 'A text of a message runs as a formula in the spreadsheet of whoever opens the file.',
    file: 'src/lib/csv-row.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    search: "const safe = LIKE_A_FORMULA.test(text) ? `'${text}` : text;",
    replace: 'const safe = LIKE_A_FORMULA.test("") ? "" : text;',
    killer: `${ROWS} › has no cell that a spreadsheet would run`,
  },
  {
    name: 'csv-with-formulas-behind-quotes',
    why: 'A spreadsheet that separates cells by semicolons runs what stands behind one and a quote.',
    file: 'src/lib/csv-row.ts',
    search: '([;\\t\\n]["\\p{Z}\\p{Cf}]*)',
    replace: '([;\\t\\n])',
    killer: 'test/domain/export-format.test.ts › runs in no spreadsheet, whatever its text',
  },
];
