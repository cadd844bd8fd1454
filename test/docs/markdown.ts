import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Every page of the repository. */
export function readMarkdown(): { name: string; path: string; text: string }[] {
  return globSync(['*.md', 'docs/*.md', 'src/*.md', 'test/*/README.md', 'packages/*/README.md'], { cwd: ROOT })
    .sort()
    .map((name) => {
      const path = resolve(ROOT, name);
      return { name, path, text: readFileSync(path, 'utf8') };
    });
}
