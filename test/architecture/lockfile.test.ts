import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

interface LockedPackage {
  version?: string;
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

describe.each(['package-lock.json', 'test/bench/peers/package-lock.json'])('%s', (file) => {
  const path = resolve(import.meta.dirname, '../..', file);
  const locked = (JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, LockedPackage> }).packages;

  // npm drops the builds for other platforms from the lock file when it cannot fetch them, and then refuses to install
  // from what it wrote, on every platform.
  it('has every optional package, so that npm ci works on each platform', () => {
    const missing = Object.entries(locked).flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name, version]) => /^\d+\.\d+\.\d+$/.test(version) && !isLocked(locked, folder, name))
        .map(([name]) => name),
    );
    expect(missing).toEqual([]);
  });

  it('names no download address, so that any registry serves it', () => {
    // The `resolved` of a workspace is its folder.
    expect(Object.entries(locked).filter(([, { resolved, link }]) => resolved !== undefined && !link)).toEqual([]);
  });
});

function isLocked(locked: Readonly<Record<string, LockedPackage>>, folder: string, name: string): boolean {
  return `node_modules/${name}` in locked || `${folder}/node_modules/${name}` in locked;
}
