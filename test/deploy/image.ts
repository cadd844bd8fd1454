import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
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
  /** Where its files can be read; an assembled image has here only what the Dockerfile adds to the base. */
  readonly files: string;
  /** Becomes the root of its processes. */
  readonly root: string;
  /** Commands that mount the root, read-only, in the mount namespace of a process. */
  readonly mounts: readonly string[];
  remove(): void;
}

export function run(command: string, ...words: string[]): string {
  return execFileSync(command, words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

/** The registry and the certificates that npm uses on this machine: the secret `npmrc` of the Dockerfile. */
export function writeNpmrc(folder: string): string {
  const path = join(folder, 'npmrc');
  const [registry, cafile] = ['registry', 'cafile'].map((name) => run('npm', 'config', 'get', name));
  writeFileSync(path, [`registry=${registry}`, ...(cafile === 'null' ? [] : [`cafile=${cafile}`])].join('\n'));
  return path;
}

/** Without root, a user namespace allows the mounts; its only user is the one that runs the test. */
export const IS_ROOT = process.getuid?.() === 0;

/** Words of a command that runs the script in a mount namespace of its own, which ends with it. */
export function inMountNamespace(script: readonly string[]): string[] {
  return ['unshare', ...(IS_ROOT ? [] : ['--user', '--map-root-user']), '--mount', 'sh', '-ec', script.join('\n')];
}
