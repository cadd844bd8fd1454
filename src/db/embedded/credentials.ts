import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kept beside the cluster, readable by its owner alone, so that command-line tools find the way in. */
export interface Credentials {
  superuserPassword: string;
  ownerPassword: string;
}

export const OWNER_ROLE = 'postrider';
export const SUPERUSER = 'postgres';
export const DATABASE = 'postrider';

export const CREDENTIALS_FILE = 'postgres.json';

export function readCredentials(dataDir: string): Credentials | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, CREDENTIALS_FILE), 'utf8')) as Credentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes the passwords on the first start. Of two processes that do so at once, both get the winner's. */
export function ensureCredentials(dataDir: string): Credentials {
  const existing = readCredentials(dataDir);
  if (existing) return existing;
  const fresh: Credentials = { superuserPassword: randomPassword(), ownerPassword: randomPassword() };
  const unfinished = join(dataDir, `${CREDENTIALS_FILE}.${process.pid}`);
  writeFileSync(unfinished, JSON.stringify(fresh), { mode: 0o600 });
  try {
    // A link appears with its whole content or fails if the name is taken; a write could be seen half done.
    linkSync(unfinished, join(dataDir, CREDENTIALS_FILE));
    return fresh;
  } catch (error) {
    const winner = readCredentials(dataDir);
    if (winner) return winner;
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Those of a restored cluster. */
export function writeCredentials(dataDir: string, credentials: Credentials): void {
  writeFileSync(join(dataDir, CREDENTIALS_FILE), JSON.stringify(credentials), { mode: 0o600 });
}

export function connectionUrl(port: number, role: string, password: string, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

// Safe in a URL and in an SQL literal as it is.
function randomPassword(): string {
  return randomBytes(24).toString('base64url');
}
