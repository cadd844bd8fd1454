/**
 * Builds `dist` from what TypeScript has compiled and what browsers load, so that an installation needs none of the packages: the
 * program into `dist/main.js` and `dist/program`, the API references into `dist/browser`, the console into `dist/app`, scripts of
 * the server's own pages into `dist/pages`, and what all pages share into `dist/design`. Leaves out what the last build made of the same
 * sources, because `npm start` and every test run begin with a build.
 */
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

// Tests build as well, and in their environment Vite would take the React of development.
// biome-ignore lint/style/noProcessEnv: Vite has no other way to be told.
process.env.NODE_ENV = 'production';

await buildIfChanged('dist/browser', ['web/*.js', 'web/graphiql/**/*.*'], async (target) => {
  const { buildReference } = await import('./reference.js');
  await buildReference(target);
});
await buildIfChanged('dist/program', ['vite.config.js', 'dist/modules/**/*.js'], async (target) => {
  const { build } = await import('vite');
  rmSync(target, { recursive: true, force: true });
  await build({ configFile: join(ROOT, 'vite.config.js') });
  chmodSync(join(ROOT, 'dist/main.js'), 0o755);
});
await buildIfChanged('dist/pages', ['web/*.js', 'web/pages/**/*.js'], (target) =>
  cpSync(join(ROOT, 'web/pages'), target, { recursive: true }),
);
await buildIfChanged('dist/design', ['web/*.js', 'web/design/*.*'], (target) =>
  cpSync(join(ROOT, 'web/design'), target, { recursive: true }),
);
await buildIfChanged(
  'dist/app',
  ['web/*.js', 'web/{console,design}/**/*.*', 'src/{domain,lib}/**/*.ts'],
  async (target) => {
    const { buildConsole } = await import('./console/build.js');
    await buildConsole(target);
  },
);

async function buildIfChanged(folder, patterns, build) {
  const target = join(ROOT, folder);
  /** Written last, with the hash of the sources, so that an interrupted build is repeated. */
  const stamp = join(target, '.built-from');
  const sources = hashOf(patterns);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  await build(target);
  writeFileSync(stamp, sources);
}

function hashOf(patterns) {
  const hash = createHash('sha256');
  const files = [...globSync(patterns, { cwd: ROOT }).sort(), 'package-lock.json'];
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}
