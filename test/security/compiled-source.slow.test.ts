import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type DocumentNode, Kind, type OperationDefinitionNode, parse, visit } from 'graphql';
import { compileDocument, mayBeCompiled } from '../../src/api/compiled-documents.js';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { DOCUMENT_LIMITS } from '../../src/api/guard/document-shape.js';
import { CANARY, documentsFor, randomBy } from '../support/calls/generate-documents.js';
import { type Brought, emittedBy, namesOf, strangersIn } from './emitted-source.js';

const CASES = Number(process.env.FUZZ_CASES ?? 3_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const MS_PER_CASE = 50;
const CASES_PER_PORTION = 10_000;
const CONTROL_CASES = 5_000;

const schema = buildPostriderSchema();
const known = namesOf(schema);

describe('the code that is made of documents', () => {
  it(
    `holds the compiler's own words, names and whole numbers, and nothing else: generated documents (seed ${SEED})`,
    async () => {
      const next = documentsFor(schema, randomBy(SEED));
      for (let compiled = 1; compiled <= CASES; compiled += 1) {
        const { text, strangers } = nextCompiled(next);
        if (strangers.length > 0) throw new Error(`${strangers.join('\n')}\nin the code of\n${text}`);
        if (compiled % CASES_PER_PORTION === 0) await tell(compiled);
      }
    },
    CASES * MS_PER_CASE,
  );

  it('would hold strings if they were not kept out: the generator makes such, and the check finds them', () => {
    const next = documentsFor(schema, randomBy(SEED));
    const isFound = () => strangersOf(parse(next()))?.some((stranger) => stranger.includes(CANARY)) ?? false;
    let cases = 1;
    while (!isFound() && cases < CONTROL_CASES) cases += 1;
    expect(cases).toBeLessThan(CONTROL_CASES);
  });

  it.each([
    ['a word that nobody declared', 'return process', 'process'],
    ['a way to the maker of functions', 'return __context.constructor', '.constructor'],
    ['the same in brackets', 'return __context["constructor"]', '"constructor"'],
    ['a call of what a document named', 'return __context.rt.named()', '__context.rt.named'],
    ['a call of what a call returns', 'return __context.rt.call()()', '__context.rt.call()'],
    ['a name of its own', 'const named = 1', 'named'],
    ['another kind of code', 'return import("named")', 'ImportExpression'],
    ['a pattern', 'return /named/', '/named/'],
    ['a text', 'return "; named()"', '"; named()"'],
    ['a number', 'return 12345', '12345'],
    ['this', 'return this', 'ThisExpression'],
  ])('is searched for all that is foreign: %s', (_, code, stranger) => {
    const brought = { names: new Set(['named']), numbers: new Set<number>() };
    expect(strangersIn(`(function (__context) { ${code} })`, new Set(), brought)).toContain(stranger);
  });

  it.each([
    ['an operation', 'query constructor { viewer { apiKey { keyId } } }'],
    ['a field', '{ viewer { constructor } }'],
    ['an alias', '{ globalThis: viewer { constructor: apiKey { eval: keyId prototype: name then: scopes } } }'],
    [
      'aliases like names of the compiler',
      '{ rt: viewer { data: apiKey { errors: keyId } } alInfo: viewer { query: __typename } }',
    ],
    ['aliases whose paths are the same', '{ a_b: viewer { c: apiKey { keyId } } a: viewer { b_c: apiKey { keyId } } }'],
    ['an argument', '{ campaigns(process: 1) { totalCount } }'],
    [
      'variables',
      'query ($input: Int, $errors: String, $constructor: String) { campaigns(first: $input, after: $errors, before: $constructor) { totalCount } }',
    ],
    [
      'a variable and a part of another',
      'query ($name_f: String, $f: CampaignFilter) { campaigns(filter: $f, after: $name_f) { totalCount } }',
    ],
    [
      'fragments',
      '{ ...eval } fragment eval on Query { viewer { ...toString } } fragment toString on Viewer { __typename }',
    ],
    [
      'keys of an object',
      'mutation ($to: PhoneNumber!, $m: String!) { sendSms(input: { to: $to, message: $m, metadata: { toJSON: 1, then: { constructor: [1, null] } } }) { replayed } }',
    ],
    [
      'a default',
      'query ($order: CampaignOrder = { field: TOTAL, direction: ASC }, $n: Int = -2147483648) { campaigns(first: $n, orderBy: $order) { totalCount } }',
    ],
    ['a choice that there is not', '{ campaigns(orderBy: { field: constructor }) { totalCount } }'],
    [
      'numbers',
      'mutation ($to: PhoneNumber!, $m: String!) { sendSms(input: { to: $to, message: $m, metadata: { a: -0, b: 9007199254740993 } }) { replayed } }',
    ],
  ])('holds no more than the name of %s', (_, text) => {
    const document = parse(text);
    expect(mayBeCompiled(document)).toBe(true);
    expect(strangersOf(document) ?? []).toEqual([]);
  });

  it.each([
    ['a string', '{ invitation(token: "a") { email } }'],
    ['a block of text', '{ invitation(token: """a""") { email } }'],
    [
      'a string within an object within a default',
      'query ($f: CampaignFilter = { name: "a" }) { campaigns(filter: $f) { totalCount } }',
    ],
    ['a number that is not whole', '{ campaigns(first: 1e999) { totalCount } }'],
    ['a directive', '{ viewer @include(if: true) { __typename } }'],
    ['a directive of a variable', 'query ($a: Int @a(b: 1)) { campaigns(first: $a) { totalCount } }'],
    ['a directive of a fragment', '{ ...F } fragment F on Query @a { viewer { __typename } }'],
    ['a prototype for an alias', '{ __proto__: viewer { __typename } }'],
    ['a prototype for a variable', 'query ($__proto__: Int) { campaigns(first: $__proto__) { totalCount } }'],
    [
      'a prototype for a key',
      'mutation ($i: String!) { sendSms(input: { message: $i, metadata: { __proto__: 1 } }) { replayed } }',
    ],
    ['a mark of the compiler', '{ campaigns(orderBy: { field: __MAGIC_NAN__ }) { totalCount } }'],
    ['introspection', '{ __schema { types { name } } }'],
    // Names are repeated in every path: this one alone made 8 MB of code, kept for as long as two hundred others do not
    // come.
    ['a name that fills a document', `{ ${'a'.repeat(DOCUMENT_LIMITS.characters - 100)}: viewer { __typename } }`],
    ['a definition of a type', '{ viewer { __typename } } type A { a: Int }'],
  ])('is not made at all of %s', (_, text) => {
    expect(mayBeCompiled(parse(text))).toBe(false);
  });
});

/** A pause as well: what a task has held weakly is let go after it. */
async function tell(compiled: number): Promise<void> {
  await setImmediate();
  if (process.env.FUZZ_CASES) process.stderr.write(`${compiled} compiled\n`);
}

/** Without those that are not to be compiled, or that the compiler refuses. */
function nextCompiled(next: () => string) {
  for (;;) {
    const text = next();
    const document = parse(text);
    const strangers = mayBeCompiled(document) ? strangersOf(document) : null;
    if (strangers) return { text, strangers };
  }
}

/** Null: the compiler refuses it. */
function strangersOf(document: DocumentNode): string[] | null {
  const [operation] = document.definitions as [OperationDefinitionNode];
  let run: unknown = null;
  const sources = emittedBy(() => {
    run = compileDocument(schema, document, operation, null);
  });
  const brought = broughtBy(document);
  // Each field with a resolver has a function of its own, all with the same text.
  return run ? [...new Set(sources)].flatMap((source) => strangersIn(source, known, brought)) : null;
}

function broughtBy(document: DocumentNode): Brought {
  const names = new Set<string>();
  const numbers = new Set<number>();
  visit(document, {
    enter(node) {
      if (node.kind === Kind.NAME || node.kind === Kind.ENUM) names.add(node.value);
      else if (node.kind === Kind.INT) numbers.add(Math.abs(Number(node.value)));
    },
  });
  return { names, numbers };
}
