import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A run that was killed could not stop its server. The pid behind the prefix of the folder's name tells. */
export async function removeLeftovers(
  parent: string,
  prefix: string,
  stopServer: (dataFolder: string) => Promise<unknown>,
): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue;
    await stopServer(join(parent, name, 'postgres/data'));
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
