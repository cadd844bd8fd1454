/** The values of a statement's parameters, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** A statement with numbered parameters, as the driver takes it. */
export interface NumberedStatement {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Replaces the named parameters (`:gateway`) of a statement by numbered ones, the same name by the same number. Every parameter
 * must have a value, and every value a parameter, so a misspelt name fails at the first call.
 */
export function numberParameters(statement: string, values: Values): NumberedStatement {
  const { text, parameters } = compiled(statement);
  const surplus = Object.keys(values).find((parameter) => !parameters.includes(parameter));
  if (surplus !== undefined) throw new Error(`No parameter of the statement is called :${surplus}: ${statement}`);
  return { text, values: parameters.map((parameter) => valueOf(parameter, values, statement)) };
}

function valueOf(parameter: string, values: Values, statement: string): unknown {
  if (!(parameter in values)) throw new Error(`The parameter :${parameter} has no value: ${statement}`);
  return values[parameter];
}

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
