import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '../../src/domain/events/event.js';
import * as vocabulary from '../../src/domain/vocabulary.js';
import { piecesInSources } from '../golden/statements.js';

/** Literals of PostgreSQL, a key in JSON, and a prefix of types of events. */
const NOT_STORED = ['infinity', '-infinity', 'epoch', 'id', 'sms.'];
/** Words that one statement gives its own rows. */
const OF_ONE_STATEMENT = ['probe', 'webhooks', 'mails'];

const WORDS = new Set<unknown>([
  ...Object.values(vocabulary).flat(),
  ...EVENT_TYPES,
  ...NOT_STORED,
  ...OF_ONE_STATEMENT,
]);

const wordsIn = (text: string) => [...text.matchAll(/'(-?[a-z_.]+)'/g)].map(([, word]) => word as string);

describe('A word in a statement', () => {
  it('is one of the vocabulary', () => {
    const unknown = [...piecesInSources()]
      .filter(([, file]) => file.startsWith('src/db/sql/'))
      .flatMap(([text, file]) => wordsIn(text).map((word) => [file, word]))
      .filter(([, word]) => !WORDS.has(word));
    expect(unknown).toEqual([]);
  });
});
