import {
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';

export type Fits = (variables: Readonly<Record<string, unknown>>) => boolean;

/**
 * Finds out whether variables fit their types, up to the first that does not. It says nothing about that one, so it takes no
 * longer for ten thousand wrong recipients than for right ones. A list of one that is written without brackets counts as wrong too:
 * whoever asks leaves such variables to graphql-js.
 */
export function compileFits(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): Fits {
  const checks = variableDefinitions.map(({ variable, type, defaultValue }) => {
    const declared = typeFromAST(schema, type);
    const fits = isInputType(declared) ? checkOf(declared, new Map()) : () => false;
    return ({ [variable.name.value]: value }: Parameters<Fits>[0]) =>
      (value === undefined && defaultValue !== undefined) || fits(value);
  });
  return (variables) => checks.every((fits) => fits(variables));
}

type Check = (value: unknown) => boolean;

/** Input objects may contain each other, so each is made once. */
function checkOf(type: GraphQLInputType, known: Map<GraphQLInputType, Check>): Check {
  if (isNonNullType(type)) {
    const fits = checkOf(type.ofType, known);
    return (value) => value != null && fits(value);
  }
  if (isListType(type)) {
    const fits = checkOf(type.ofType, known);
    return (value) => value == null || (Array.isArray(value) && value.every(fits));
  }
  if (!isInputObjectType(type)) return (value) => value == null || isParsed(() => type.parseValue(value));
  const made = known.get(type);
  if (made) return made;
  const fields = new Map<string, Check>();
  const check: Check = (value) => value == null || (!type.isOneOf && isObjectOf(fields, value));
  known.set(type, check);
  for (const [name, { type: inner, defaultValue }] of Object.entries(type.getFields())) {
    const fits = checkOf(inner, known);
    fields.set(name, (value) => (value === undefined && defaultValue !== undefined) || fits(value));
  }
  return check;
}

function isObjectOf(fields: ReadonlyMap<string, Check>, value: unknown): boolean {
  if (typeof value !== 'object') return false;
  for (const name in value) if (!fields.has(name)) return false;
  for (const [name, fits] of fields) if (!fits((value as Record<string, unknown>)[name])) return false;
  return true;
}

function isParsed(parse: () => unknown): boolean {
  try {
    return parse() !== undefined;
  } catch {
    return false;
  }
}
