import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../support/programs/program.ts';

const PLACES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/lib64', '/usr/local/lib'];
/** Node has threads. */
const LIBRARY = 'faketime/libfaketimeMT.so.1';

export function findFaketime(): string | null {
  return PLACES.map((place) => join(place, LIBRARY)).find((path) => existsSync(path)) ?? null;
}

/** A clock that can be set while those who go by it are running. */
export interface FakeClock {
  readonly env: Environment;
  /** How far ahead of the true time it goes from now on; negative: behind. */
  set(aheadSeconds: number): void;
}

/** As where somebody sets the clock of a machine: what measures spans of time goes on undisturbed. */
export function makeClock(library: string, file: string): FakeClock {
  const set = (aheadSeconds: number) => {
    // In one go: who reads half of it would be anywhere in time.
    writeFileSync(`${file}.new`, `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  set(0);
  return {
    set,
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}
