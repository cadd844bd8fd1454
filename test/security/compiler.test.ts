import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const PACKAGE = 'node_modules/graphql-jit';
/** Of the files that run, in the order of their names. */
const FILES_SHA256 = 'a1cd3cc540a58078014bfca6e7b7938038495f2c3229741ded1b4cff70a92afb';

/**
 * The compiler makes code of strangers' documents. What that code can hold has been looked through for this version
 * alone: with another, read what has changed, run `npm run fuzz -- --documents --cases 1000000`, and only then write
 * its hash here.
 */
it('makes code by the compiler that was looked through, to the letter', () => {
  const read = (file: string) => readFileSync(join(PACKAGE, file), 'utf8');
  const files = readdirSync(join(PACKAGE, 'dist'))
    .filter((file) => /\.m?js$/.test(file))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n${read(join('dist', file))}\n`);
  expect(JSON.parse(read('package.json')).version).toBe('0.8.9');
  expect(hash.digest('hex')).toBe(FILES_SHA256);
});
