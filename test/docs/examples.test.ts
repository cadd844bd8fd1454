import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { LoneAnonymousOperationRule, parse, specifiedRules, validate } from 'graphql';
import { Postrider } from '../../packages/client/src/index.js';
import { graphqlCode } from '../../src/api/error-map.js';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { ERROR_CODES } from '../../src/domain/error-codes.js';
import { problemsOf } from '../gateways/configured.js';
import { ROOT, readMarkdown } from './markdown.js';
import { readPage } from './page.js';

const listed = [...readPage('graphql.md').text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, word = '']) => word);

const ofAnyCall = ERROR_CODES.map(graphqlCode);

const OF_DOCUMENTS = [
  'guard/document-cost',
  'guard/document-shape',
  'graphql-server',
  'subscriptions/subscription-documents',
];

describe('docs/graphql.md', () => {
  it('explains every code of a document that is refused', () => {
    const sources = OF_DOCUMENTS.map((name) => {
      return readFileSync(resolve(import.meta.dirname, `../../src/api/${name}.ts`), 'utf8');
    });
    const words = [...sources.join('\n').matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)].map(([, word = '']) => word);
    expect(words.length).toBeGreaterThan(5);
    expect(words.filter((word) => !listed.includes(word) && !ofAnyCall.includes(word))).toEqual([]);
  });
});

const examples = readMarkdown().flatMap(({ name, text: page }) =>
  [...page.matchAll(/^```graphql\n(.*?)^```$/gms)].map(([, text = ''], place) => [name, place + 1, text] as const),
);
/** A page may show several calls in one block. */
const rules = specifiedRules.filter((rule) => rule !== LoneAnonymousOperationRule);

describe('GraphQL in the documentation', () => {
  it('is there', () => {
    expect(examples.length).toBeGreaterThanOrEqual(6);
  });

  it.each(examples)('%s: block %i is what the schema takes', (_page, _place, text) => {
    const filledIn = text.replace(/"[A-Z]+_ID"/g, '"01890000-0000-7000-8000-000000000000"');
    expect(validate(buildPostriderSchema(), parse(filledIn), rules)).toEqual([]);
  });
});

const README = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8');

/** The words in code of the rows below a heading, by the first of each row. */
function callsNamed(): Map<string, string[]> {
  const [, section = ''] = README.split('## Calls');
  const rows = [...section.matchAll(/^\| (`[^|]*) \|(.*)\|$/gm)];
  const wordsOf = (cell = '') => [...cell.matchAll(/`(\w+)(?:\(\))?`/g)].map(([, word = '']) => word);
  return new Map(rows.flatMap(([, names, calls]) => wordsOf(names).map((name) => [name, wordsOf(calls)] as const)));
}

const methodsOf = (object: object) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => name !== 'constructor');

describe('The README of the client', () => {
  const client = new Postrider({ url: 'http://127.0.0.1', apiKey: 'key', organisationId: 'id' });
  const named = callsNamed();

  it('names every method of the client', () => {
    for (const method of methodsOf(client)) expect([...named.keys()]).toContain(method);
  });

  it.each(['sms', 'campaigns', 'chat', 'suppressions', 'webhooks', 'exports'] as const)(
    'names every call of %s',
    (room) => {
      expect(named.get(room)?.toSorted()).toEqual(methodsOf(client[room]).toSorted());
    },
  );

  it('knows of no other rooms', () => {
    const rooms = Object.entries(client).filter(
      ([, value]) => typeof value === 'object' && methodsOf(value).length > 1,
    );
    expect([...named.keys()]).toEqual(expect.arrayContaining(rooms.map(([name]) => name)));
  });
});

const folder = mkdtempSync(join(tmpdir(), 'postrider-examples-'));
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, 'a-secret-of-enough-characters');
afterAll(() => rmSync(folder, { recursive: true }));

type Entry = { name: string; options: object };

/** The blocks of JSON on a page; a block that begins with a member of an object becomes an object. */
function examplesOf(page: string): Record<string, unknown>[] {
  return [...readPage(page).text.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => {
    const json = text.replace(/"\/run\/secrets\/[^"]*"/g, JSON.stringify(secretFile));
    return JSON.parse(json.startsWith('"') ? `{${json}}` : json);
  });
}

function gatewayOf(page: string): Entry {
  const [example = {}] = examplesOf(page).filter((block) => 'gateways' in block || 'kind' in block);
  return ((example.gateways as Entry[] | undefined)?.[0] ?? example) as Entry;
}

describe('The examples of gateways', () => {
  it.each(['smpp.md', 'kannel.md', 'africas-talking.md', 'http-gateway.md'])('%s is what the program takes', (page) => {
    expect(problemsOf({ gateways: [gatewayOf(page)] })).toEqual([]);
  });

  it('smpp.md: so are its codes', () => {
    const codes = examplesOf('smpp.md').find((block) => 'error_codes' in block);
    const gateway = gatewayOf('smpp.md');
    expect(problemsOf({ gateways: [{ ...gateway, options: { ...gateway.options, ...codes } }] })).toEqual([]);
  });

  it('connect-a-phone.md: so is its engine', () => {
    expect(problemsOf(examplesOf('connect-a-phone.md')[0])).toEqual([]);
  });

  it('gateways.md: so are its routes', () => {
    const routes = examplesOf('gateways.md').find((block) => Object.keys(block).join() === 'routes');
    const names = ['operator', 'africastalking', 'backup', 'acme-kenya'];
    const gateways = names.map((name) => ({ ...gatewayOf('kannel.md'), name }));
    expect(problemsOf({ gateways, ...routes })).toEqual([]);
  });
});
