import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const BUILT = 'dist/app';
const KB = 1_000;

const sizeOf = (file: string) => readFileSync(join(BUILT, `${file}.gz`)).length;
const html = readFileSync(join(BUILT, 'index.html'), 'utf8');
const loadedFirst = [...html.matchAll(/\/app\/(assets\/[^"]+)"/g)].map(([, file]) => file as string);
const assets = readdirSync(join(BUILT, 'assets'))
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => `assets/${name}`);
const sum = (files: readonly string[]) => files.reduce((total, file) => total + sizeOf(file), 0);

describe('the sizes of the console, compressed', () => {
  it('are at most 110 kB of JavaScript, 10 kB of style and 1 kB of HTML before the first list stands', () => {
    expect(sum(loadedFirst.filter((file) => file.endsWith('.js')))).toBeLessThanOrEqual(110 * KB);
    expect(sum(loadedFirst.filter((file) => file.endsWith('.css')))).toBeLessThanOrEqual(10 * KB);
    expect(sizeOf('index.html')).toBeLessThanOrEqual(KB);
  });

  it('are one script and one style before the first call', () => {
    expect(loadedFirst.map((file) => file.slice(-3)).sort()).toEqual(['.js', 'css']);
  });

  it('are 230 kB in all', () => {
    expect(sum(assets)).toBeLessThanOrEqual(230 * KB);
  });

  it.each(assets.filter((file) => /-page-[\w-]+\.js$/.test(file)))('are at most 15 kB for %s', (file) => {
    expect(sizeOf(file)).toBeLessThanOrEqual(15 * KB);
  });

  it('load nothing from elsewhere, and name nothing that a blocker removes', () => {
    const texts = [...assets, 'index.html'].map((file) => readFileSync(join(BUILT, file), 'utf8'));
    expect(
      texts
        .join()
        .match(/https?:\/\/[\w.-]+/g)
        ?.filter(isForeign) ?? [],
    ).toEqual([]);
    expect(assets.filter((file) => /analytics|track|ads/i.test(file))).toEqual([]);
  });
});

/** Namespaces and the pages about errors that React names are not loaded. */
function isForeign(url: string): boolean {
  return !/^https?:\/\/(www\.w3\.org|react\.dev)$/.test(url);
}
