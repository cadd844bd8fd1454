import { DISTRIBUTED_TABLES } from './placement.js';

const written = new Map<string, string>();

/** A statement with what PostgreSQL does without and Citus needs. */
export function writtenIn(statement: string): string {
  let text = written.get(statement);
  if (text === undefined) {
    text = withClock(withHome(statement));
    written.set(statement, text);
  }
  return text;
}

const TABLE = `(?:${DISTRIBUTED_TABLES.join('|')})`;
/** An INSERT … SELECT as far as its organisation, if that is a parameter. */
const COPY = new RegExp(
  `INSERT INTO ${TABLE}(?: AS \\w+)? \\([^)]*\\)\\s+SELECT\\s+(?:DISTINCT ON \\([^)]*\\)\\s+)?` +
    '(?=(:organisationId|\\$\\d+)(?:::uuid)?,)',
  'g',
);

/**
 * Takes the organisation of new rows from the one row of its event log. Citus runs the statement on the organisation's
 * node if it selects the organisation from a table there. Parameters alone it would copy into the table, which row
 * level security forbids. An organisation has its log from its beginning: without one the statement inserts nothing.
 */
function withHome(statement: string): string {
  return withEach(statement, COPY, (select, parameter) => {
    const home = `(SELECT organisation_id FROM event_logs WHERE organisation_id = ${parameter}) AS home`;
    const [columns, rest] = splitAtFrom(select);
    return `${columns.replace(/^[^,]+/, 'home.organisation_id')}FROM ${home}${rest}`;
  });
}

const UPDATE = new RegExp(`UPDATE ${TABLE}(?: \\w+)?\\s+SET\\s`, 'g');
const CONDITIONAL = /\bCASE\b.*?\bEND\b|\bcoalesce\((?:[^()]|\([^()]*\))*\)/gs;
const AFTER_A_WAIT = /now\(\) \+ (?:make_interval\([^()]*\)|interval '[^']*')/;

/**
 * Takes the time of the transaction from FROM. Citus refuses `now()` within CASE and COALESCE of an UPDATE, and every
 * calculation with it and a column.
 */
function withClock(statement: string): string {
  return withEach(statement, UPDATE, (update) => {
    const conditionals = update.match(CONDITIONAL)?.join() ?? '';
    if (!conditionals.includes('now()')) return update;
    const [after] = AFTER_A_WAIT.exec(conditionals) ?? [];
    const clock = `(SELECT now() AS now${after ? `, ${after} AS then` : ''}) AS clock`;
    const [columns = '', rest = ''] = splitAtFrom(update).map((part) =>
      (after ? part.replaceAll(after, 'clock.then') : part).replace(/now\(\)(?! \+)/g, 'clock.now'),
    );
    return `${columns}FROM ${clock}${rest}`;
  });
}

/** Changes what follows each beginning, as far as the end of the brackets that it stands in. */
function withEach(text: string, beginning: RegExp, change: (rest: string, parameter?: string) => string): string {
  return [...text.matchAll(beginning)].reduceRight((changed, { index, 0: begun, 1: parameter }) => {
    const begin = index + begun.length;
    const end = begin + outsideBrackets(changed.slice(begin)).length;
    return changed.slice(0, begin) + change(changed.slice(begin, end), parameter) + changed.slice(end);
  }, text);
}

/** What stands before FROM, and what has to follow a table that comes first there. */
function splitAtFrom(query: string): [string, string] {
  const outside = outsideBrackets(query);
  const from = outside.search(/(?<!DISTINCT )\bFROM\b/);
  if (from >= 0) return [query.slice(0, from), `,${query.slice(from + 'FROM'.length)}`];
  const where = outside.search(/\bWHERE\b/);
  const end = where >= 0 ? where : query.length;
  return [query.slice(0, end), ` ${query.slice(end)}`];
}

/** With blanks in the place of what stands in brackets, quotes and comments, as far as a bracket that ends it. */
function outsideBrackets(text: string): string {
  let depth = 0;
  let outside = '';
  for (const [piece] of text.matchAll(/'[^']*'|--[^\n]*|./gs)) {
    if (piece === ')' && --depth < 0) break;
    outside += depth > 0 || piece.length > 1 ? ' '.repeat(piece.length) : piece;
    if (piece === '(') depth += 1;
  }
  return outside;
}
