import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** What a runtime reads of an image, in the words of Docker. */
export interface ImageConfig {
  User?: string;
  Env: string[];
  WorkingDir: string;
  Entrypoint?: string[];
  Cmd?: string[];
  Healthcheck?: { readonly Test: string[] };
  StopSignal?: string;
}

export interface Image {
  readonly config: ImageConfig;
  /**
   * Becomes the root of its processes. Outside of their mount namespaces, an assembled image has nothing of its base
   * here.
   */
  readonly root: string;
  /** Commands that mount all that a process sees, with a read-only root, in its mount namespace. */
  readonly mounts: readonly string[];
  remove(): void;
}

export function run(command: string, ...words: string[]): string {
  return execFileSync(command, words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

/** How npm reaches the registry from this machine. */
export function npmSettings(): Record<string, string> {
  const pairs = ['registry', 'cafile'].map((name) => [name, run('npm', 'config', 'get', name)]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== 'null'));
}

/** What a base image needs for the build: the Node and the npm of this machine. */
export function copyNode(folder: string): void {
  const bin = join(folder, 'usr/local/bin');
  mkdirSync(bin, { recursive: true });
  cpSync(process.execPath, join(bin, 'node'));
  cpSync(join(run('npm', 'root', '--global'), 'npm'), join(folder, 'opt/npm'), { recursive: true, dereference: true });
  symlinkSync('/opt/npm/bin/npm-cli.js', join(bin, 'npm'));
}

/** Without root, a user namespace allows the mounts; its only user is the one that runs the test. */
export const IS_ROOT = process.getuid?.() === 0;

/** Words of a command that runs the script in a mount namespace of its own, which ends with it. */
export function inMountNamespace(script: readonly string[]): string[] {
  return ['unshare', ...(IS_ROOT ? [] : ['--user', '--map-root-user']), '--mount', 'sh', '-ec', script.join('\n')];
}
