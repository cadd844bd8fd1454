import type { CompiledQuery } from 'kysely';
import type pg from 'pg';

/** The organisations whose rows are on servers that answer. Null: all of them. */
export type Reachable = ReadonlySet<string> | null;

/** The values of a statement's parameters, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** A statement with named parameters, such as `:gateway`. */
export interface Statement {
  readonly statement: string;
  readonly values: Values;
  /** The value of `:organisationId`, in a transaction of one organisation. */
  readonly organisationId?: string | undefined;
  /** The organisations that the transaction reaches; all of them without it. */
  readonly reachable?: Reachable | undefined;
}

/** A statement with numbered parameters, as Kysely compiles its own. */
export type Compiled = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Sends what the database takes in the place of a statement. */
export type Form = (
  statement: Statement,
  send: (statement: Statement) => Promise<pg.QueryResult>,
) => Promise<pg.QueryResult>;

/** What a database takes in the place of the statements for PostgreSQL. */
export interface Forms {
  readonly send: Form;
  ofCompiled(statement: Compiled): Compiled;
}

/**
 * Replaces named parameters by numbered ones, the same name by the same number. Every parameter must have a value, and
 * every value a parameter, so a misspelt name fails at the first call.
 */
export function numberParameters({ statement, values, organisationId }: Statement): Compiled {
  const { sql, parameters } = numbered(statement);
  const lookUp = (parameter: string): unknown => {
    if (parameter === OWNER && organisationId !== undefined) return organisationId;
    if (!(parameter in values)) throw new Error(`The parameter :${parameter} has no value: ${statement}`);
    return values[parameter];
  };
  for (const name of Object.keys(values)) {
    // A second value for the organisation could only be a mistake.
    const isKnown = parameters.includes(name) && !(name === OWNER && organisationId !== undefined);
    if (!isKnown) throw new Error(`The statement takes no value for :${name}: ${statement}`);
  }
  return { sql, parameters: parameters.map(lookUp) };
}

/** Their names, in the order in which they appear. */
export function parametersOf(statement: string): readonly string[] {
  return numbered(statement).parameters;
}

const OWNER = 'organisationId';

interface NumberedText {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/** Statements with names are constants of the program, or put together from constants: a few hundred. */
const numberedTexts = new Map<string, NumberedText>();

function numbered(statement: string): NumberedText {
  let found = numberedTexts.get(statement);
  if (!found) {
    found = number(statement);
    numberedTexts.set(statement, found);
  }
  return found;
}

/** Quoted texts, comments and casts have no parameters. */
const PARAMETER = /'[^']*'|--[^\n]*|::|:([a-z]\w*)/gi;

function number(statement: string): NumberedText {
  const parameters: string[] = [];
  const sql = statement.replace(PARAMETER, (piece: string, parameter?: string) => {
    if (parameter === undefined) return piece;
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  return { sql, parameters };
}

/** The words of a set, for `IN (…)` in a statement: a set of the vocabulary then has the same words in SQL. */
export function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
