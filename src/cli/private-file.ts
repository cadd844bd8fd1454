import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, TRY_OUT_SECRET } from '../config/config.js';

const FILE = 'secret.key';
const SECRET_BYTES = 32;

/**
 * Returns SECRET_KEY, or a key that is generated once and kept in the data folder. That is for trying out: production
 * requires a SECRET_KEY, because all processes must share it, and refuses a generated one.
 */
export function ensureSecretKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  return (
    findSecretKey({ secretKey, dataDir }) ??
    createPrivateFileOnce(dataDir, FILE, `${TRY_OUT_SECRET}${randomBytes(SECRET_BYTES).toString('base64url')}`)
  );
}

/** Creates none. */
export function findSecretKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string | null {
  return secretKey || readPrivateFile(dataDir, FILE)?.trim() || null;
}

/**
 * Reads a file of the data folder that only its owner may read. Such files appear with their whole content or not at
 * all.
 */
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

/** Creates a file once: if two processes create it at the same time, both get the content of the first. */
function createPrivateFileOnce(dataDir: string, name: string, content: string): string {
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
