import { rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Config } from '../../config/config.js';
import { isUuid } from '../../lib/ids.js';
import { readPrivateFile, replacePrivateFile } from '../private-file.js';

/** The organisation that `organisation use` has chosen for this database. */
export interface RememberedOrganisation {
  /** Null if none is remembered. */
  read(): string | null;
  /** An id, because another organisation may take the name. */
  remember(id: string): void;
  forget(): void;
}

/**
 * For the embedded database a file in its folder, which goes with it. For another one a file of the user, because the
 * machine may have no data folder, and a file for each database, so that staging is never taken for production.
 */
export function rememberedOrganisation(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'configHome'>,
): RememberedOrganisation {
  const { folder, name } = placeOf(config);
  return {
    read: () => readId(folder, name),
    remember: (id) => replacePrivateFile(folder, name, id),
    forget: () => rmSync(join(folder, name), { force: true }),
  };
}

function placeOf({ databaseUrl, dataDir, configHome }: Parameters<typeof rememberedOrganisation>[0]) {
  if (databaseUrl === undefined) return { folder: dataDir, name: 'organisation' };
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  // Without user and password: a new password must not forget the organisation, and the file must not hold one.
  const database = `${hostname || (searchParams.get('host') ?? 'localhost')}:${port || 5432}${pathname}`;
  // A relative folder is not valid, says the specification of XDG_CONFIG_HOME.
  const home = configHome !== undefined && isAbsolute(configHome) ? configHome : join(homedir(), '.config');
  return { folder: join(home, 'postrider', 'organisations'), name: encodeURIComponent(database) };
}

const NOTHING_THERE = ['ENOENT', 'ENOTDIR', 'EACCES'];

function readId(folder: string, name: string): string | null {
  try {
    const id = readPrivateFile(folder, name)?.trim() ?? '';
    return isUuid(id) ? id : null;
  } catch (error) {
    // A user of a service may have a home that it cannot read.
    if (NOTHING_THERE.includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
