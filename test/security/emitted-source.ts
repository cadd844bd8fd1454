import { type AnyNode, type CallExpression, type Identifier, type NewExpression, parse } from 'acorn';
import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import {
  CALLED,
  CONSTRUCTED,
  GLOBALS,
  LOCALS,
  MADE_LOCAL,
  MADE_PROPERTY,
  NODES,
  OWN_WORDS,
  READ,
  wordsBetween,
} from '../support/compilers-words.js';

let emitted: string[] = [];

/** Everything that is made into code meanwhile. */
export function emittedBy(compile: () => unknown): string[] {
  emitted = [];
  compile();
  return emitted;
}

function note(parameters: readonly unknown[]): void {
  const names = parameters.map(String);
  const body = names.pop() ?? '';
  emitted.push(`(function (${names}) {${body}\n})`);
}

// Once and for all: a global that is set again and again keeps every value that it had.
globalThis.Function = new Proxy(Function, {
  construct(target, parameters, by) {
    note(parameters);
    return Reflect.construct(target, parameters, by);
  },
  apply(target, self, parameters) {
    note(parameters);
    return Reflect.apply(target, self, parameters);
  },
});

/**
 * All names of the schema, and the words behind its choices, which the compiler writes where a document has the choice.
 */
export function namesOf(schema: GraphQLSchema): ReadonlySet<string> {
  const types = Object.values(schema.getTypeMap());
  const choices = types.filter(isEnumType).flatMap((type) => type.getValues());
  const outputs = types.filter((type) => isObjectType(type) || isInterfaceType(type));
  const fields = outputs.flatMap((type) => Object.values(type.getFields()));
  const inputs = types.filter(isInputObjectType).flatMap((type) => Object.values(type.getFields()));
  const named = [...types, ...choices, ...fields, ...fields.flatMap(({ args }) => args), ...inputs];
  return new Set([...named.map(({ name }) => name), ...choices.map(({ value }) => String(value))]);
}

/** In a list that stands in the document. */
const PLACE = /^\d+$/;
const LARGEST_INT = 2 ** 31;

/** What a document may bring into its own code. */
export interface Brought {
  readonly names: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
}

/** Whatever in the source is neither the compiler's own nor a name or a number that is known. */
export function strangersIn(source: string, known: ReadonlySet<string>, { names, numbers }: Brought): string[] {
  const strangers = new Set<string>();
  const declared = new Set<string>();
  const referred = new Set<string>();
  const mustBe = (is: boolean, what: string | undefined) => void (is || strangers.add(String(what)));
  const isName = (word: string) => known.has(word) || names.has(word);
  const isWord = (word: string) => isName(word) || OWN_WORDS.has(word) || PLACE.test(word);
  const isText = (text: string) => isName(text) || (wordsBetween(text)?.every(isWord) ?? false);
  // Places in the document are shorter than its code.
  const isNumber = (value: number) => value <= source.length || numbers.has(value) || LARGEST_INT - value <= 1;
  const isProperty = (name: string) => READ.has(name) || CALLED.has(name) || MADE_PROPERTY.test(name) || isName(name);

  function isValue(value: unknown): boolean {
    if (typeof value === 'string') return isText(value);
    if (typeof value === 'number') return isNumber(value);
    return value === null || typeof value === 'boolean';
  }

  function visit(node: AnyNode): void {
    mustBe(NODES.has(node.type), node.type);
    if (node.type === 'Identifier') referred.add(node.name);
    else if (node.type === 'Literal') mustBe(isValue(node.value), node.raw);
    else if (node.type === 'TemplateElement') mustBe(isText(node.value.raw), node.value.raw);
    else visitParts(node);
  }

  function visitParts(node: AnyNode): void {
    const own = namesGivenBy(node);
    for (const name of own) {
      mustBe(LOCALS.has(nameOf(name)) || MADE_LOCAL.test(nameOf(name)), nameOf(name));
      declared.add(nameOf(name));
    }
    const property = propertyOf(node);
    if (property) mustBe(isProperty(property.name), `.${property.name}`);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      mustBe(isCallable(node), source.slice(node.callee.start, node.callee.end));
    }
    for (const part of partsOf(node)) if (part !== property && !own.includes(part)) visit(part);
  }

  visit(parse(source, { ecmaVersion: 2025 }));
  for (const name of referred) mustBe(declared.has(name) || GLOBALS.has(name), name);
  return [...strangers];
}

/** By loops, since this is most of the work of a million documents. */
function partsOf(node: AnyNode): AnyNode[] {
  const parts: AnyNode[] = [];
  for (const key in node) {
    const part: unknown = node[key as keyof AnyNode];
    if (Array.isArray(part)) parts.push(...part.filter(isNode));
    else if (isNode(part)) parts.push(part);
  }
  return parts;
}

function isNode(part: unknown): part is AnyNode {
  return typeof part === 'object' && part !== null;
}

function namesGivenBy(node: AnyNode): AnyNode[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.id ? [node.id, ...node.params] : node.params;
    case 'VariableDeclarator':
      return [node.id];
    case 'CatchClause':
      return node.param ? [node.param] : [];
    default:
      return [];
  }
}

/** Taken apart, a value could get any name. */
function nameOf(node: AnyNode): string {
  return node.type === 'Identifier' ? node.name : node.type;
}

/** Not what stands in brackets. */
function propertyOf(node: AnyNode): Identifier | null {
  if (node.type !== 'MemberExpression' && node.type !== 'Property') return null;
  const name = node.type === 'Property' ? node.key : node.property;
  return !node.computed && name.type === 'Identifier' ? name : null;
}

function isCallable({ type, callee }: CallExpression | NewExpression): boolean {
  const name = callee.type === 'Identifier' ? callee : propertyOf(callee);
  if (!name) return isMadeForThis(callee);
  if (type === 'NewExpression') return CONSTRUCTED.has(name.name);
  // Whether it is declared is looked at like with every other.
  return name === callee || CALLED.has(name.name) || name.name === 'inspect' || MADE_PROPERTY.test(name.name);
}

/**
 * A function that stands where it is called, a mutation in its turn, or the check of a type by its name in brackets.
 */
function isMadeForThis(callee: AnyNode): boolean {
  if (callee.type !== 'MemberExpression') return callee.type === 'ArrowFunctionExpression';
  const { object, property } = callee;
  if (property.type === 'Literal' && MADE_PROPERTY.test(String(property.value))) return true;
  return (
    object.type === 'MemberExpression' && object.property.type === 'Identifier' && object.property.name === 'queue'
  );
}
