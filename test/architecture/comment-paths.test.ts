import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
const PATH = /(?<![\w./*-])(?:[\w.-]+\/)*[\w.-]+\.(?:slow\.test\.ts|test\.ts|ts|cjs|md)\b/g;

const sources = globSync('src/**/*.{ts,js}', { cwd: ROOT });
const names = new Set(globSync(['{src,test,docs}/**/*.*', '*.*'], { cwd: ROOT }).map((path) => basename(path)));

it('names only files that exist in comments of src', () => {
  const named = sources.flatMap((file) => {
    const comments = readFileSync(join(ROOT, file), 'utf8').match(COMMENT) ?? [];
    return comments.flatMap((comment) => (comment.match(PATH) ?? []).map((path) => ({ file, path })));
  });
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ file, path }) => !isThere(file, path)).map(({ file, path }) => `${file}: ${path}`)).toEqual(
    [],
  );
});

/** A path is relative to the repository, to src, or to the file; a name alone may stand for a file anywhere. */
function isThere(file: string, path: string): boolean {
  if (!path.includes('/')) return names.has(path);
  return [ROOT, join(ROOT, 'src'), join(ROOT, dirname(file))].some((folder) => existsSync(join(folder, path)));
}
