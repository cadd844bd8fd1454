import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Folder {
  readonly path: string;
  write(name: string, text: string): string;
  remove(): void;
}

/** How tsc is to compile a program in such a folder. */
export const STRICTLY = '--ignoreConfig --strict --module nodenext --target es2023'.split(' ');

/** A folder of a program that uses the packages of this suite and, above it, those of the repository. */
export function makeFolder(): Folder {
  const path = mkdtempSync(resolve(import.meta.dirname, '../../dist/clients-'));
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(path, 'node_modules'));
  const write = (name: string, text: string) => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
  write('package.json', '{ "type": "module" }');
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}
