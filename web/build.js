/**
 * Builds `dist` from what TypeScript has compiled and what browsers load, so that an installation needs none of the
 * packages: the program into `dist/main.js` and `dist/program`, the API references into `dist/browser`, the console
 * into `dist/app`, scripts of the server's own pages into `dist/pages`, and what all pages share into `dist/design`.
 * Leaves out what the last build made of the same sources, because `npm start` and every test run begin with a build.
 */
import { spawnSync } from 'node:child_process';
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

writeFileSync(join(ROOT, 'dist/commit'), findCommit());
await buildIfChanged('dist/browser', ['web/*.js', 'web/graphiql/**/*.*'], async (target) => {
  const { buildReference } = await import('./reference.js');
  await buildReference(target);
});
await buildIfChanged('dist/program', ['web/*.js', 'vite.config.js', 'dist/modules/**/*.js'], buildProgram, [
  'dist/main.js',
]);
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

/** For the metrics. An image is built without the repository: its build names the commit. */
function findCommit() {
  // biome-ignore lint/style/noProcessEnv: the build has no settings.
  const { COMMIT } = process.env;
  if (COMMIT) return COMMIT;
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return stdout?.trim() || 'unknown';
}

/** A command that begins meanwhile finds the old files or the new ones, but for a moment. */
async function buildProgram(target) {
  const { build } = await import('vite');
  const unfinished = mkdtempSync(join(ROOT, 'dist/unfinished-'));
  try {
    await build({ configFile: join(ROOT, 'vite.config.js'), build: { outDir: unfinished } });
    chmodSync(join(unfinished, 'main.js'), 0o755);
    rmSync(target, { recursive: true, force: true });
    renameSync(join(unfinished, 'program'), target);
    for (const name of ['main.js.map', 'main.js']) renameSync(join(unfinished, name), join(ROOT, 'dist', name));
  } finally {
    rmSync(unfinished, { recursive: true });
  }
}

/** `outputs`: files of the build outside of its folder, which a build of another version may have replaced. */
async function buildIfChanged(folder, sources, build, outputs = []) {
  const target = join(ROOT, folder);
  /** Written last, so that an interrupted build is repeated, as is one whose sources have changed meanwhile. */
  const stamp = join(target, '.built-from');
  const from = hashOf(sources);
  const current = () => `${from} ${hashOf(outputs)}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current()) return;
  await build(target);
  writeFileSync(stamp, current());
}

function hashOf(patterns) {
  const hash = createHash('sha256');
  const files = [...globSync(patterns, { cwd: ROOT }).sort(), 'package-lock.json'];
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}
