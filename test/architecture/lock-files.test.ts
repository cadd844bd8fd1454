import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  /** In the tarball of another package, whose hash counts. */
  readonly inBundle?: boolean;
  readonly optional?: boolean;
  readonly engines?: object;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const ROOT = resolve(import.meta.dirname, '../..');
const FILES = globSync('{tools,test/*}/package-lock.json', { cwd: ROOT });

it('finds lock files beside that of the program', () => {
  expect(FILES.length).toBeGreaterThan(0);
});

describe.each(['package-lock.json', ...FILES])('%s', (file) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const installed = Object.entries(packages).filter(([folder, { link }]) => folder.includes('node_modules/') && !link);
  const having = (condition: (locked: LockedPackage) => unknown) =>
    installed.filter(([, locked]) => condition(locked)).map(([folder]) => folder);

  // npm drops the builds for other platforms from the lock file when it cannot fetch them, and then refuses to install
  // from what it wrote, on every platform.
  it('has every optional package, so that npm ci works on each platform', () => {
    const missing = Object.entries(packages).flatMap(([folder, { inBundle, optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name, version]) => !inBundle && /^\d+\.\d+\.\d+$/.test(version) && !isLocked(packages, folder, name))
        .map(([name]) => name),
    );
    expect(missing).toEqual([]);
  });

  it('has a hash of every package: npm run lock', () => {
    expect(having(({ integrity, inBundle }) => !inBundle && !/^sha512-/.test(integrity ?? ''))).toEqual([]);
  });

  it('lets no version of Node.js leave out an optional package: npm run lock', () => {
    expect(having(({ optional, engines }) => optional && engines)).toEqual([]);
  });

  it('names no download address, so that any registry serves it', () => {
    expect(having(({ resolved }) => resolved)).toEqual([]);
  });
});

function isLocked(locked: Readonly<Record<string, LockedPackage>>, folder: string, name: string): boolean {
  return `node_modules/${name}` in locked || `${folder}/node_modules/${name}` in locked;
}
