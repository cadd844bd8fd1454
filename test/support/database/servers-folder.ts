import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * The pid of the process that starts the server comes next, so that a later run removes what a killed one leaves
 * behind.
 */
export const FOLDER_PREFIX = 'postrider-test-';

const MEMORY = '/dev/shm';
/** A container has 64 MB there unless it is told otherwise. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Where tests keep the data of PostgreSQL: in memory, if it has room. To create a database PostgreSQL writes 250 files,
 * which takes 0.3 CPU seconds on a disk and 0.01 in memory.
 */
export function serversFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
