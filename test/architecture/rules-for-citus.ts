import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Sent } from '../support/database/sent-statements.js';

/*
 * Forms of statements that PostgreSQL takes, and Citus refuses, runs wrongly, or runs in several steps. The rules were
 * found with Citus 13.2 on PostgreSQL 15.
 */

const PLACES = new Map(
  [
    ...readFileSync(resolve(import.meta.dirname, '../../docs/tables.md'), 'utf8').matchAll(
      /^\| `(\w+)` \|.*\| (distributed|reference|local) \|$/gm,
    ),
  ].map(([, table = '', place = '']) => [table, place]),
);

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

interface NamedTable {
  readonly alias: string;
  readonly place: string | undefined;
  readonly isTarget: boolean;
}

const END_OF_LIST =
  / (?:WHERE|SET|GROUP|ORDER|ON|VALUES|LIMIT|FOR|RETURNING|SELECT|UNION|HAVING|LEFT|CROSS|INNER|JOIN|USING|FROM) |$/i;

/** The tables that a query names, those after a comma included. */
function tablesIn(query: string): NamedTable[] {
  return [...query.matchAll(/\b(FROM|JOIN|INTO|UPDATE|USING) /gi)].flatMap(({ index, 0: begun, 1: word = '' }) => {
    const after = query.slice(index + begun.length);
    const items = withoutBrackets(after.slice(0, after.search(END_OF_LIST))).split(',');
    return items.map((item) => {
      const [, name = '', alias = name] = /^\s*"?(\w+)"?(?: AS)?(?: "?(\w+)"?)?/i.exec(item) ?? [];
      return { alias, place: PLACES.get(name), isTarget: /into/i.test(word) };
    });
  });
}

function withoutBrackets(list: string): string {
  const shorter = list.replace(/⟨[^⟨⟩]*⟩/g, '');
  return shorter === list ? list : withoutBrackets(shorter);
}

const QUERY = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;

/** The queries that a statement consists of, each without those in its brackets. Other brackets become angular. */
function queriesIn(text: string): string[] {
  const queries: string[] = [];
  const innermost = /\(([^()]*)\)/;
  let left = text;
  for (let match = innermost.exec(left); match; match = innermost.exec(left)) {
    const [brackets, content = ''] = match;
    const isQuery = QUERY.test(content);
    if (isQuery) queries.push(content);
    left = `${left.slice(0, match.index)}${isQuery ? '…' : `⟨${content}⟩`}${left.slice(match.index + brackets.length)}`;
  }
  return [...queries, left].flatMap((query) => query.split(/ (?:UNION|EXCEPT|INTERSECT)(?: ALL)? /i));
}

const namesTable = (query: string, place: string) => tablesIn(query).some((table) => table.place === place);

const isDistributed = (text: string) => queriesIn(text).some((query) => namesTable(query, 'distributed'));

/** Whether a query names a distributed table and does not say of which organisations. */
export const isAboutAll = (text: string) =>
  queriesIn(text).some((query) => namesTable(query, 'distributed') && !/organisation_id = (?:ANY ⟨)?\$/.test(query));

const updatesIn = (text: string) => partsFrom(text, /\bUPDATE "?\w+"?(?: \w+)? SET /gi);

const conditionalsIn = (text: string) => [
  ...partsFrom(text, /coalesce\(/gi),
  ...[...text.matchAll(/\bCASE WHEN\b.*?\bEND\b/gi)].map(String),
];

/** Without the queries in FROM, which Citus sends to the node as they are. */
function withoutFrom(update: string): string {
  const begins = [...update.matchAll(/(?: FROM|,) \((?=SELECT\b)/gi)].map(({ index, 0: { length } }) => index + length);
  const queries = begins.map((begin) => rest(update, begin));
  const inFrom = queries.filter((query, index) =>
    /^\) (?:AS )?\w/.test(update.slice((begins[index] ?? 0) + query.length)),
  );
  return inFrom.reduce((left, query) => left.replace(query, ''), update);
}

function namesOrganisation(query: string, { alias }: NamedTable, isAlone: boolean): boolean {
  const own = new RegExp(`(?<!\\w)"?${alias}"?\\."?organisation_id"? = \\$`);
  return own.test(query) || (isAlone && /(?<![.\w"])"?organisation_id"? = \$/.test(query));
}

/** Whether a query of WITH has a look into a table for each of its rows. */
function looksForEachRow(text: string): boolean {
  const withs = new Set([...text.matchAll(/(?:WITH|,) (\w+) AS (?:MATERIALIZED )?\(/gi)].map(([, name]) => name));
  return [...text.matchAll(/FROM (\w+) (?:AS )?(\w+) WHERE /gi)]
    .filter(([, name]) => withs.has(name))
    .some(({ index, 0: begun, 2: alias }) =>
      partsFrom(rest(text, index + begun.length), /\((?=SELECT\b)/gi).some(
        (query) => isDistributed(query) && query.includes(`${alias}.`),
      ),
    );
}

const NOW = /\b(?:now|clock_timestamp)\(\)/;
const VOLATILE = /\b(?:clock_timestamp|gen_random_uuid|random)\(\)/;

export const RULES = {
  'an INSERT in WITH, whose columns Citus puts in another order': ({ text }) => /\( ?INSERT INTO/.test(text),
  'an INSERT of parameters, which Citus would copy into the table past row level security': ({ text }) =>
    [...text.matchAll(/INSERT INTO "?(\w+)"?(?: AS \w+)? \([^)]*\) SELECT (?:DISTINCT ON \([^)]*\) )?(\S+)/gi)].some(
      ([, table = '', organisation = '']) => PLACES.get(table) === 'distributed' && organisation.startsWith('$'),
    ),
  'a volatile function in INSERT … SELECT, whose rows Citus would collect on the coordinator': ({ text }) =>
    [...text.matchAll(/INSERT INTO "?(\w+)"?/gi)].some(({ index, 0: begun, 1: table = '' }) => {
      const insert = rest(text, index + begun.length);
      return PLACES.get(table) === 'distributed' && /\bSELECT\b/i.test(insert) && VOLATILE.test(insert);
    }),
  'a table without a condition on its own organisation_id, which Citus reads in a step of its own': ({ sees, text }) =>
    sees.includes('organisation') &&
    queriesIn(text).some((query) => {
      const tables = tablesIn(query).filter(({ place, isTarget }) => place === 'distributed' && !isTarget);
      return tables.some((table) => !namesOrganisation(query, table, tables.length === 1));
    }),
  'a look into a table in CASE or COALESCE of an UPDATE, which Citus takes for a function that is not immutable': ({
    text,
  }) =>
    updatesIn(text)
      .flatMap((update) => conditionalsIn(withoutFrom(update)))
      .some(isDistributed),
  'the time in CASE or COALESCE of an UPDATE': ({ text }) =>
    updatesIn(text)
      .flatMap(conditionalsIn)
      .some((part) => NOW.test(part)) && isDistributed(text),
  'the time in DO UPDATE': ({ text }) =>
    partsFrom(text, /DO UPDATE SET /gi).some((update) => NOW.test(update)) && isDistributed(text),
  'a time that DO UPDATE calculates with an interval': ({ text }) =>
    partsFrom(text, /DO UPDATE SET /gi).some((update) => /[+-] (?:interval '|make_interval)/.test(update)) &&
    isDistributed(text),
  'the time in RETURNING': ({ text }) =>
    partsFrom(text, /RETURNING /gi).some((columns) => NOW.test(columns.split(' FROM ')[0] ?? '')) &&
    isDistributed(text),
  'a time that an UPDATE calculates with a column': ({ text }) =>
    updatesIn(text).some((update) => /now\(\) [+-] \([a-z_]/.test(update)) && isDistributed(text),
  'CASE of a word, which Citus puts together wrongly': ({ text }) =>
    /\bCASE (?!WHEN\b)/i.test(text) && isDistributed(text),
  'a join with a table of the coordinator': ({ text }) =>
    queriesIn(text).some((query) => ['distributed', 'local'].every((place) => namesTable(query, place))),
  'a lock on rows of several organisations': ({ sees, text }) =>
    /FOR (?:NO KEY )?UPDATE/.test(text) &&
    sees.includes('everybody') &&
    isDistributed(text) &&
    !/organisation_id = \$/.test(text),
  'a notification on the node of an organisation, where no process listens': ({ text }) =>
    text.includes('pg_notify') && isDistributed(text),
  'what is on no node, in a transaction that runs on one': ({ sees, text }) =>
    sees.includes('organisation on its node') &&
    (text.includes('pg_notify') || queriesIn(text).some((query) => namesTable(query, 'local'))),
  'recursion over organisations': ({ sees, text }) => /WITH RECURSIVE/.test(text) && sees.includes('everybody'),
  'LATERAL over organisations': ({ sees, text }) =>
    sees.includes('everybody') &&
    partsFrom(text, /LATERAL \(/gi).some((query) => isDistributed(query) && !/organisation_id = \$/.test(query)),
  'a look into a table for each row of WITH': ({ sees, text }) => sees.includes('everybody') && looksForEachRow(text),
} satisfies Readonly<Record<string, (statement: Sent) => boolean>>;
