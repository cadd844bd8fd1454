import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '../../src/domain/events/event.js';
import * as vocabulary from '../../src/domain/vocabulary.js';
import { piecesInSources } from '../golden/statements.js';

const ROOT = join(import.meta.dirname, '../..');
const COMMENT = /\/\*\*.*?\*\/|\/\/[^\n]*/gs;
const PATH = /(?<![\w./…*-])[\w./-]+\.ts\b/g;

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' });
const names = new Set([...sources, ...tests].map((file) => basename(file)));

/** A name without a folder may be any file of that name, as in the sentence "see `once.ts`". */
function exists(path: string, file: string): boolean {
  if (!path.includes('/')) return names.has(path);
  return ['', 'src', dirname(file)].some((folder) => existsSync(join(ROOT, folder, path)));
}

function missingPaths(file: string, text: string): string[] {
  return [...text.matchAll(PATH)].map(([path]) => path).filter((path) => !exists(path, file));
}

describe('A path to a source', () => {
  it('exists if a comment names it', () => {
    const missing = sources
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join('src', file))
      .flatMap((file) => {
        const comments = readFileSync(join(ROOT, file), 'utf8').match(COMMENT) ?? [];
        return missingPaths(file, comments.join('\n')).map((path) => `${file}: ${path}`);
      });
    expect(missing).toEqual([]);
  });

  it('exists if the page of the architecture names it', () => {
    const page = 'src/ARCHITECTURE.md';
    expect(missingPaths(page, readFileSync(join(ROOT, page), 'utf8'))).toEqual([]);
  });
});

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
