import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The user the server runs as. PostgreSQL refuses to run as root, so root runs it as another user. */
export interface Account {
  uid: number;
  gid: number;
}

/** `undefined`: run as ourselves, which is what every ordinary user gets. */
export function accountFor(clusterFolder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return ownerOf(clusterFolder) ?? lookUp('postgres') ?? createPostgresUser() ?? lookUp('nobody');
}

/** The owner of the files of an earlier start must stay the same. */
function ownerOf(folder: string): Account | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : undefined;
}

function lookUp(name: string): Account | undefined {
  const uid = Number(output('id', ['-u', name]) ?? Number.NaN);
  const gid = Number(output('id', ['-g', name]) ?? Number.NaN);
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : undefined;
}

function createPostgresUser(): Account | undefined {
  output('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  return lookUp('postgres');
}

function output(command: string, args: string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}
