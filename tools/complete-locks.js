/**
 * Completes the lock files after `npm install`: `npm run lock`.
 *
 * - npm writes no hash for the builds of other platforms, which it has not downloaded.
 * - npm leaves out an optional package whose `engines` exclude the Node.js that runs npm. Here each such package is a
 *   build for the Node.js that is itself a package, so its `engines` are removed, and `npm ci` works with an older
 *   Node.js.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

const files = globSync('{.,tools,test/*}/package-lock.json', { cwd: ROOT });
for (const file of files) {
  const path = join(ROOT, file);
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const entries = Object.entries(lock.packages).map(([folder, entry]) => [folder, completed(folder, entry)]);
  writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`);
}

function completed(folder, entry) {
  const { engines, ...independent } = entry;
  const kept = entry.optional ? independent : entry;
  if (!folder.includes('node_modules/') || entry.link || entry.inBundle || entry.integrity) return kept;
  // In the order of npm, which would otherwise move it.
  const { name, version, ...rest } = kept;
  const wanted = `${name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
  const integrity = execFileSync('npm', ['view', wanted, 'dist.integrity'], { encoding: 'utf8' }).trim();
  return { ...(name && { name }), version, integrity, ...rest };
}
