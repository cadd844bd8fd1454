/**
 * Lets plain Node run what was written for the tests: it finds `./other.js` in `other.ts`, and the program where it was
 * built. Import it first, and the rest dynamically.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inDist } from './from-dist.ts';

const SOURCES = new URL('../../../src/', import.meta.url).href;
const TESTS = new URL('../../', import.meta.url).href;
const BUILT = `${pathToFileURL(inDist('')).href}/`;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    const isOfTests = parentURL.startsWith(TESTS) && !parentURL.includes('/node_modules/');
    if (!isOfTests || !specifier.startsWith('.') || !specifier.endsWith('.js')) return next(specifier, context);
    const url = new URL(specifier, parentURL).href;
    if (url.startsWith(SOURCES)) return next(url.replace(SOURCES, BUILT), context);
    const typed = url.replace(/\.js$/, '.ts');
    return next(existsSync(fileURLToPath(typed)) ? typed : url, context);
  },
});
