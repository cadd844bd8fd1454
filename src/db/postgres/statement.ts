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

/** Sends what the database takes in the place of a statement. */
export type Forms = (
  statement: Statement,
  send: (statement: Statement) => Promise<pg.QueryResult>,
) => Promise<pg.QueryResult>;

/** A statement with numbered parameters, as the driver takes it. */
export interface NumberedStatement {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Replaces named parameters by numbered ones, the same name by the same number. Every parameter must have a value, and
 * every value a parameter, so a misspelt name fails at the first call.
 */
export function numberParameters({ statement, values, organisationId }: Statement): NumberedStatement {
  const { text, parameters } = compiled(statement);
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
  return { text, values: parameters.map(lookUp) };
}

/** Their names, in the order in which they appear. */
export function parametersOf(statement: string): readonly string[] {
  return compiled(statement).parameters;
}

const OWNER = 'organisationId';

interface Compiled {
  readonly text: string;
  readonly parameters: readonly string[];
}

/** Statements are constants of the program, or put together from constants: a few hundred. */
const compiledStatements = new Map<string, Compiled>();

function compiled(statement: string): Compiled {
  let found = compiledStatements.get(statement);
  if (!found) {
    found = compile(statement);
    compiledStatements.set(statement, found);
  }
  return found;
}

/** Quoted texts, comments and casts have no parameters. */
const PARAMETER = /'[^']*'|--[^\n]*|::|:([a-z]\w*)/gi;

function compile(statement: string): Compiled {
  const parameters: string[] = [];
  const text = statement.replace(PARAMETER, (piece: string, parameter?: string) => {
    if (parameter === undefined) return piece;
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  return { text, parameters };
}
