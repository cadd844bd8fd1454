import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/programs/program.ts';
import type { Scene } from './scene.ts';

const MIGRATIONS = 'src/db/migrations';
const LOCK_FILE = 'package-lock.json';

export interface Version {
  /** The folder that it was built in. */
  readonly root: string;
  readonly commit: string;
  readonly migrations: readonly string[];
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

const migrationsOf = (commit: string) =>
  git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`)
    .split('\n')
    .filter((path) => /\/\d{4}-/.test(path));

/** Checks the version to come from out beside this one and builds it. */
export function buildVersion(scene: Scene, from: string): Version {
  const commit = git('rev-parse', '--verify', `${from}^{commit}`);
  const { root, build } = checkOut(scene, commit, 'old');
  build();
  return { root, commit, migrations: migrationsOf(commit) };
}

/** What `npm run trouble` has built. */
export function thisVersion(): Version {
  const commit = git('rev-parse', 'HEAD');
  return { root: ROOT, commit, migrations: migrationsOf(commit) };
}

/** A copy of the repository at this commit, in a folder of its own, with its packages. */
export function checkOut(scene: Scene, commit: string, folder: string): { readonly root: string; build(): void } {
  const root = join(scene.folder, folder);
  git('worktree', 'add', '--detach', root, commit);
  scene.onLeave(() => git('worktree', 'remove', '--force', root));
  installPackages(root);
  return {
    root,
    build() {
      scene.say(`building ${git('log', '-1', '--format=%h %s', commit)}`);
      // Not tsc alone: a server does not start without the pages that the build makes.
      execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
    },
  };
}

/** With the same packages there is nothing to download. */
function installPackages(root: string): void {
  const lock = (folder: string) => readFileSync(join(folder, LOCK_FILE), 'utf8');
  if (lock(root) === lock(ROOT)) execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(root, 'node_modules')]);
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(join(root, 'node_modules/.bin/tsc'))) throw new Error(`There is no compiler in ${root}.`);
}
