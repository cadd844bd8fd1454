import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { graphqlError } from '../../src/api/error-map.js';
import { UserErrorCode } from '../../src/api/graphql/user-errors.js';
import { ERROR_CODES } from '../../src/domain/error-codes.js';
import { readPage } from './page.js';

const listed = [...readPage('graphql.md').text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, word = '']) => word);

/** Said before it is known what was called. */
const OF_CONNECTIONS = ['REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE'];

const OF_DOCUMENTS = ['document-cost', 'document-shape', 'graphql-server', 'subscription-documents'];

describe('docs/graphql.md', () => {
  it('explains every code that errors have, once', () => {
    const words = ERROR_CODES.map((code) => {
      const failure = { status: 0, code, message: '', fields: [], retryAfterSeconds: null };
      return graphqlError(failure).extensions.code;
    });
    const unexplained = words.filter((word) => !listed.includes(word) && !(word in UserErrorCode));
    expect(unexplained.sort()).toEqual(OF_CONNECTIONS.sort());
    expect(listed).toEqual([...new Set(listed)]);
  });

  it('explains every code of a document that is refused', () => {
    const sources = OF_DOCUMENTS.map((name) => {
      return readFileSync(resolve(import.meta.dirname, `../../src/api/${name}.ts`), 'utf8');
    });
    const words = [...sources.join('\n').matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)].map(([, word = '']) => word);
    expect(words.length).toBeGreaterThan(5);
    expect(words.filter((word) => !listed.includes(word))).toEqual([]);
  });
});
