/**
 * Builds `dist` from what TypeScript has compiled and what browsers load, so that an installation needs none of the packages: the
 * program into `dist/main.js` and `dist/program`, the API references into `dist/browser`, the console into `dist/app`, scripts of
 * the server's own pages into `dist/pages`, and what all pages share into `dist/design`. Leaves out what the last build made of the same
 * sources, because `npm start` and every test run begin with a build.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

// Tests build as well, and in their environment Vite would take the React of development.
// biome-ignore lint/style/noProcessEnv: Vite has no other way to be told.
process.env.NODE_ENV = 'production';

await buildIfChanged('dist/browser', ['web/*.js', 'web/graphiql/**/*.*'], async (target) => {
  const { buildReference } = await import('./reference.js');
  await buildReference(target);
});
await buildIfChanged('dist/program', ['vite.config.js', 'dist/modules/**/*.js', 'dist/main.js'], async (target) => {
  const { build } = await import('vite');
  const unfinished = mkdtempSync(join(ROOT, 'dist/unfinished-'));
  await build({ configFile: join(ROOT, 'vite.config.js'), build: { outDir: unfinished } });
  chmodSync(join(unfinished, 'main.js'), 0o755);
  // A command that begins meanwhile finds the old files or the new ones, but for a moment.
  rmSync(target, { recursive: true, force: true });
  renameSync(join(unfinished, 'program'), target);
  renameSync(join(unfinished, 'main.js'), join(ROOT, 'dist/main.js'));
  rmSync(unfinished, { recursive: true });
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
  /** Written last, with the hash of the files, so that an interrupted build is repeated. */
  const stamp = join(target, '.built-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(patterns)) return;
  await build(target);
  writeFileSync(stamp, hashOf(patterns));
}

function hashOf(patterns) {
  const hash = createHash('sha256');
  const files = [...globSync(patterns, { cwd: ROOT }).sort(), 'package-lock.json'];
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}
