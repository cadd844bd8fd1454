import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { graphqlCode } from '../../src/api/error-map.js';
import { ERROR_CODES } from '../../src/domain/error-codes.js';
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
