import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Setting, settings } from '../../src/config/settings.js';
import { simulatePerson } from '../../src/gateways/chat/sandbox/numbers.js';
import { simulate } from '../../src/gateways/sms/sandbox/numbers.js';
import { DATABASE_PATIENCE } from '../../src/lib/database-patience.js';
import { ROOT, readMarkdown } from './markdown.js';
import { readPage } from './page.js';

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

describe('docs/settings.md', () => {
  it('has exactly the settings that the program reads, with their defaults and meanings', () => {
    const shown = Object.values<Setting>(settings).filter((setting) => !setting.hidden);
    const expected = shown.map(({ name, default: value, description }) => {
      return `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${description} |`;
    });
    const rows = readPage('settings.md')
      .text.split('\n')
      .filter((line) => line.startsWith('| '));
    expect(rows.slice(1)).toEqual(expected);
  });

  it('names every secret that a file may hold', () => {
    const secrets = Object.values<Setting>(settings).filter(({ secret }) => secret);
    const { text } = readPage('settings.md');
    expect(secrets.map(({ name }) => `${name}_FILE`).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('docs/pgbouncer.md', () => {
  it('has PgBouncer set what the program sets when it connects, and no limit is missing', () => {
    const { statementMs, restInTransactionMs, transactionMs, lockMs } = DATABASE_PATIENCE;
    const { text } = readPage('pgbouncer.md');
    const limits = [
      `statement_timeout = ${statementMs}`,
      `idle_in_transaction_session_timeout = ${restInTransactionMs}`,
    ];
    expect(text).toContain(`connect_query='${limits.map((limit) => `SET ${limit}; `).join('')}SET plan_cache_mode = `);
    expect(text).toContain(`add \`SET transaction_timeout = ${transactionMs};\` to the query`);
    expect(lockMs).toBe(0);
  });
});

describe('docs/sandbox.md', () => {
  it.each<[what: string, heading: string, behaviourOf: (to: string) => unknown]>([
    ['an SMS', 'SMS', (to) => simulate(to, 1)],
    ['a chat message', 'Chat messages', simulatePerson],
  ])('lists every number that does something of its own to %s', (_what, heading, behaviourOf) => {
    const rows = readPage('sandbox.md')
      .section(heading)
      .split('\n')
      .filter((line) => line.startsWith('| '));
    const ordinary = JSON.stringify(behaviourOf('12025550199'));
    const special = Array.from({ length: 100 }, (_, index) => String(100 + index).padStart(4, '0')).filter(
      (last) => JSON.stringify(behaviourOf(`1202555${last}`)) !== ordinary,
    );
    expect(special.length).toBeGreaterThan(5);
    const listed = rows.flatMap((row) => /^\| …(\d{4}) \|/.exec(row)?.[1] ?? []);
    expect(listed).toEqual(special);
  });
});
