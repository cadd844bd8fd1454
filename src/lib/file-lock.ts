import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;

export interface FileLock {
  release(): void;
}

/**
 * Locks a file until the process ends, in whatever way; null if another process has it. The kernel holds the lock, so
 * it also holds between containers on one volume, where pids say nothing. Node.js has no file locks, but its SQLite
 * has. The file must not be deleted: the next process would create and lock another one of the same name.
 */
export function tryLockFile(path: string): FileLock | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === BUSY) return null;
    throw error;
  }
}
