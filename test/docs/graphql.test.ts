import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LoneAnonymousOperationRule, parse, specifiedRules, validate } from 'graphql';
import { graphqlCode } from '../../src/api/error-map.js';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { ERROR_CODES } from '../../src/domain/error-codes.js';
import { readMarkdown } from './markdown.js';
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
