import { cpSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const NOT_IN_A_CLONE = new Set(['dist', '.git', '.data', 'coverage']);

/** Copies what a clone of this repository has: nothing that is installed, built or kept. */
export function copyClone(target: string): void {
  cpSync(ROOT, target, {
    recursive: true,
    filter: (path) =>
      basename(path) !== 'node_modules' && (dirname(path) !== ROOT || !NOT_IN_A_CLONE.has(basename(path))),
  });
}
