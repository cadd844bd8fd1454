import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type Image, IS_ROOT, inMountNamespace } from './image.js';

const running = new Set<ChildProcess>();

export function endConfined(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** What this machine enforces, in words. */
export const LIMITS = [
  IS_ROOT ? 'the user of the image' : 'the user of the test, because only root can become another',
  'no capabilities',
  'no new privileges',
  'a root that cannot be written',
].join(', ');

/**
 * Starts a command of the image within these limits. `unshare`, `sh`, `chroot` and `setpriv` become what they start, so
 * signals reach the command itself.
 */
export function startConfined(image: Image, command: readonly string[], env: Record<string, string>): ChildProcess {
  const { config, root, mounts } = image;
  const [user, group] = (config.User ?? '').split(':');
  const identity = IS_ROOT ? [`--reuid=${user}`, `--regid=${group}`, '--clear-groups'] : [];
  const confined = ['setpriv', ...identity, '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs', ...command];
  const script = [
    ...mounts,
    `cd ${root} && exec chroot . ${quote(['env', `--chdir=${config.WorkingDir}`, ...confined])}`,
  ];
  const [program = '', ...words] = inMountNamespace(script);
  const ofImage = Object.fromEntries(config.Env.map((pair) => pair.split(/=(.*)/s)));
  const child = spawn(program, words, { env: { ...ofImage, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

const quote = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

/** Runs a command of the image to its end, and returns what it printed. */
export async function runConfined(image: Image, command: readonly string[], env: Record<string, string>) {
  const child = startConfined(image, command, env);
  const [printed, complaint, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(complaint);
  return printed;
}
