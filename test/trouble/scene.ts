import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Stop = () => unknown;

/** What a scenario stands on. What it starts ends with it, last come first served, also after Ctrl-C. */
export interface Scene {
  /** Others than us may walk through it: PostgreSQL refuses to run as root. */
  readonly folder: string;
  onLeave(stop: Stop): void;
  /** For whoever watches; the verdict goes elsewhere. */
  say(line: string): void;
}

/** Something that the scenario needs and this machine has not. */
export class CannotRun extends Error {}

/** One line of the verdict. */
export interface Check {
  readonly what: string;
  readonly found: string;
  readonly met: boolean;
}

export function check(what: string, found: string | number, met: boolean): Check {
  return { what, found: String(found), met };
}

/** The usual kind: nothing of it may be there. */
export function none(what: string, found: readonly string[]): Check {
  const examples = found.length > 0 ? `, such as ${found.slice(0, 3).join(', ')}` : '';
  return check(what, `${found.length}${examples}`, found.length === 0);
}

export async function inScene<T>(play: (scene: Scene) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-trouble-'));
  chmodSync(folder, 0o755);
  const stops: Stop[] = [() => rmSync(folder, { recursive: true, force: true })];
  const startedAt = performance.now();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void leave(stops).finally(() => process.exit(1)));
  }
  try {
    return await play({
      folder,
      onLeave: (stop) => void stops.push(stop),
      say: (line) => console.error(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${line}`),
    });
  } finally {
    await leave(stops);
  }
}

async function leave(stops: Stop[]): Promise<void> {
  for (const stop of stops.splice(0).reverse()) {
    try {
      await stop();
    } catch (error) {
      // What follows has to be stopped all the same.
      console.error(error);
    }
  }
}
