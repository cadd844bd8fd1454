import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/*
 * Citus (distributed PostgreSQL) refuses some forms of statements that PostgreSQL takes. The program shall run on both from one source, so
 * this reads every statement that it sends. The rules were found with Citus 13.2 on PostgreSQL 15.
 */

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

const PLACES = new Map(
  [...read('docs/tables.md').matchAll(/^\| `(\w+)` \|.*\| (distributed|reference|local) \|$/gm)].map(
    ([, table = '', place = '']) => [table, place],
  ),
);

interface Sent {
  /** Whose rows it may see: `organisation`, `everybody`, `people` or `none`. */
  readonly sees: string;
  readonly text: string;
}

const statements: Sent[] = read('test/golden/sql.golden.txt')
  .split(/^-- /m)
  .slice(1)
  .map((block) => {
    const [sees = '', ...lines] = block.split('\n');
    return { sees, text: lines.join(' ').replace(/\s+/g, ' ').trim() };
  });

/** What stands between the place and the end of the brackets that it stands in. */
function rest(text: string, from: number): string {
  let depth = 0;
  for (let place = from; place < text.length; place += 1) {
    if (text[place] === '(') depth += 1;
    if (text[place] === ')' && --depth < 0) return text.slice(from, place);
  }
  return text.slice(from);
}

const partsFrom = (text: string, beginning: RegExp) =>
  [...text.matchAll(beginning)].map((match) => rest(text, match.index + match[0].length));

/** Where the tables stand that a query names, those after a comma included. */
const tablesIn = (query: string) =>
  [...query.matchAll(/(?:FROM|JOIN|INTO|UPDATE|USING) ([^;]*?)(?= WHERE | SET | GROUP | ORDER | ON | VALUES |$)/gi)]
    .flatMap(([, list = '']) => list.split(/,| (?:LEFT |CROSS |INNER )?JOIN /i))
    .map((table) => PLACES.get(/^\s*"?(\w+)/.exec(table)?.[1] ?? ''));

/** The queries that a statement consists of, each without those in its brackets. */
function queriesIn(text: string): string[] {
  const queries: string[] = [];
  const innermost = /\(([^()]*)\)/;
  let left = text;
  for (let match = innermost.exec(left); match; match = innermost.exec(left)) {
    queries.push(match[1] as string);
    left = `${left.slice(0, match.index)} ${left.slice(match.index + match[0].length)}`;
  }
  return [...queries, left];
}

const isDistributed = (text: string) => queriesIn(text).some((query) => tablesIn(query).includes('distributed'));

const NOW = /\b(?:now|clock_timestamp)\(\)/;

const RULES: Readonly<Record<string, (statement: Sent) => boolean>> = {
  'an INSERT in WITH, whose columns Citus puts in another order': ({ text }) => /\( ?INSERT INTO/.test(text),
  'an INSERT of parameters, which Citus would copy into the table past row level security': ({ text }) =>
    [...text.matchAll(/INSERT INTO "?(\w+)"?(?: AS \w+)? \([^)]*\) SELECT (?:DISTINCT ON \([^)]*\) )?(\S+)/gi)].some(
      ([, table = '', organisation = '']) => PLACES.get(table) === 'distributed' && organisation.startsWith('$'),
    ),
  'the time in CASE or COALESCE of an UPDATE': ({ text }) =>
    partsFrom(text, /\bUPDATE "?\w+"?(?: \w+)? SET /gi).some((update) =>
      [...partsFrom(update, /coalesce\(/gi), ...[...update.matchAll(/\bCASE WHEN\b.*?\bEND\b/gi)].map(String)].some(
        (part) => NOW.test(part),
      ),
    ) && isDistributed(text),
  'the time in DO UPDATE': ({ text }) =>
    partsFrom(text, /DO UPDATE SET /gi).some((update) => NOW.test(update)) && isDistributed(text),
  'the time in RETURNING': ({ text }) =>
    partsFrom(text, /RETURNING /gi).some((columns) => NOW.test(columns.split(' FROM ')[0] ?? '')) &&
    isDistributed(text),
  'a time that an UPDATE calculates with a column': ({ text }) =>
    partsFrom(text, /\bUPDATE "?\w+"?(?: \w+)? SET /gi).some((update) => /now\(\) [+-] \([a-z_]/.test(update)) &&
    isDistributed(text),
  'CASE of a word, which Citus puts together wrongly': ({ text }) =>
    /\bCASE (?!WHEN\b)/i.test(text) && isDistributed(text),
  'a join with a table of the coordinator': ({ text }) =>
    queriesIn(text).some((query) => ['distributed', 'local'].every((place) => tablesIn(query).includes(place))),
  'a lock on rows of several organisations': ({ sees, text }) =>
    /FOR (?:NO KEY )?UPDATE/.test(text) &&
    sees.includes('everybody') &&
    isDistributed(text) &&
    !/organisation_id = \$/.test(text),
  'a notification on the node of an organisation, where no process listens': ({ text }) =>
    text.includes('pg_notify') && isDistributed(text),
  'recursion over organisations': ({ sees, text }) => /WITH RECURSIVE/.test(text) && sees.includes('everybody'),
};

/** Single sends; it inserts parameters too. */
const INSERTS_IN_WITH = ['WITH input AS ( SELECT i.*, blocked.code FROM'];

/** Statements of a single PostgreSQL, by how they begin. Where Citus has spread the tables over nodes, the program sends others (`isDistributed`). */
const OF_ONE_SERVER: Readonly<Record<string, readonly string[]>> = {
  'an INSERT in WITH, whose columns Citus puts in another order': INSERTS_IN_WITH,
  'an INSERT of parameters, which Citus would copy into the table past row level security': INSERTS_IN_WITH,
  'a lock on rows of several organisations': [
    'SELECT organisation_id, message_id, number FROM sms_attempts',
    'WITH locked AS ( SELECT organisation_id, id FROM webhook_endpoints',
  ],
  'a notification on the node of an organisation, where no process listens': [
    'WITH locked AS ( SELECT organisation_id, id FROM webhook_endpoints',
  ],
  'recursion over organisations': ['WITH RECURSIVE due AS MATERIALIZED'],
};

describe('the statements of the program', () => {
  it.each(Object.entries(RULES))('have nowhere %s, but for those that are known', (rule, breaks) => {
    const known = OF_ONE_SERVER[rule] ?? [];
    const beginningOf = ({ text }: Sent) => known.find((beginning) => text.startsWith(beginning)) ?? text;
    const found = statements.filter(breaks).map(beginningOf);
    expect([...new Set(found)].sort()).toEqual([...known].sort());
  });
});
