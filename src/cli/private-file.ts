import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of the data folder that only their owner may read. They appear with their whole content or not at all. */
export function readPrivateFile(dataDir: string, name: string): string | null {
  try {
    return readFileSync(join(dataDir, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function replacePrivateFile(dataDir: string, name: string, content: string): void {
  renameSync(writeBeside(dataDir, name, content), join(dataDir, name));
}

/** Of two processes that create the file at once, both get the content of the first. */
export function createPrivateFileOnce(dataDir: string, name: string, content: string): string {
  const unfinished = writeBeside(dataDir, name, content);
  try {
    linkSync(unfinished, join(dataDir, name));
    return content;
  } catch (error) {
    const winner = readPrivateFile(dataDir, name);
    if (winner === null) throw error;
    return winner;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function writeBeside(dataDir: string, name: string, content: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = join(dataDir, `${name}.${randomUUID()}`);
  writeFileSync(unfinished, content, { mode: 0o600 });
  return unfinished;
}
