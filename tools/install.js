/**
 * Installs the packages that single suites or tools need, each in a folder with a lock file of its own:
 *
 *   node tools/install.js test/clients tools
 *
 * `npm start` and `npm test` need none of them. Leaves out what is installed from the same lock file already.
 */
import { execSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

for (const name of process.argv.slice(2)) {
  const folder = join(ROOT, name);
  const stamp = join(folder, 'node_modules/.installed-from');
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) continue;
  process.stderr.write(`Installing the packages of ${name}, once.\n`);
  execSync('npm ci --no-audit --no-fund', { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(stamp, lock);
}
