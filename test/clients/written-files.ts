import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Folder {
  readonly path: string;
  write(name: string, text: string): string;
  remove(): void;
}

/** A folder of a program that uses the packages of this repo. */
export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'postrider-clients-'));
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(path, 'node_modules'));
  const write = (name: string, text: string) => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
  write('package.json', '{ "type": "module" }');
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}
