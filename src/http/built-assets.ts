import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { Asset } from './assets.js';

/** Where web/build.js puts its files, for the program in `dist` as for tests that import it from `src`. */
const BUILT = resolve(import.meta.dirname, '../../dist/browser');

const TYPES: Readonly<Record<string, Asset['type']>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

/** The files of a built library, for the pages that load them. */
export function builtAssets(folder: string, prefix: string): Asset[] {
  return readdirSync(join(BUILT, folder)).map((name) => {
    const type = TYPES[extname(name)];
    if (!type) throw new Error(`${name} in ${join(BUILT, folder)} has no media type here.`);
    return { url: `${prefix}/${name}`, type, load: () => readFile(join(BUILT, folder, name)) };
  });
}
