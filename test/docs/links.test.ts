import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT, readMarkdown } from './markdown.js';

const files = readMarkdown();
const { scripts } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as { scripts: object };

/** GitHub's anchors: the heading in small letters, without punctuation, with hyphens for blanks. */
function anchorsOf(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    return heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
  });
}

function withoutBlocks(text: string): string {
  return text.replace(/^```.*?^```/gms, '');
}

function linksOf(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

describe('The pages', () => {
  it('are found', () => {
    expect(files.length).toBeGreaterThan(30);
  });

  it.each(files)('$name has links only to files and headings that exist', ({ path, text }) => {
    const broken = linksOf(text).filter((target) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? path : resolve(dirname(path), file);
      if (!existsSync(linked)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(linked, 'utf8')).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(files)('$name names only scripts that package.json has', ({ text }) => {
    const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, script = '']) => script);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  it.each(files)('$name names only files of the repository that exist', ({ text }) => {
    const named = [...text.matchAll(/`((?:src|test|docs|\.ci)\/[\w./-]*\w)`/g)].map(([, path = '']) => path);
    const endings = ['', '.ts', '.test.ts', '.slow.test.ts', '.peer.test.ts'];
    expect(named.filter((path) => !endings.some((ending) => existsSync(resolve(ROOT, path + ending))))).toEqual([]);
  });

  it.each(files)('$name names only suites that exist', ({ text }) => {
    const commands = [...text.matchAll(/\bnpm (?:test|run test:\w+) --((?: test\/[\w./-]+)+)/g)];
    const named = commands.flatMap(([, paths = '']) => paths.trim().split(' '));
    expect(named.filter((path) => globSync(`${path}*`, { cwd: ROOT }).length === 0)).toEqual([]);
  });

  it('are all in the index of the manual', () => {
    const index = resolve(ROOT, 'docs/README.md');
    const listed = linksOf(readFileSync(index, 'utf8')).map((target) =>
      resolve(ROOT, 'docs', target.split('#')[0] ?? ''),
    );
    const pages = files.map(({ path }) => path).filter((path) => dirname(path) === dirname(index) && path !== index);
    expect(pages.filter((path) => !listed.includes(path)).map((path) => relative(ROOT, path))).toEqual([]);
  });
});
