import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** Of this package, wherever a module of it lies: in `src`, in `dist/modules`, or in a file of the built program. */
export const PACKAGE_FOLDER = dirname(findPackageJSON(import.meta.url) as string);

/** From package.json. */
export const VERSION = (JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')) as { version: string })
  .version;

/** The commit of the repository that the program was built from. */
export const COMMIT = readBuilt('commit');

/** The build writes it. Tests import modules that no build has made. */
function readBuilt(name: string): string {
  try {
    return readFileSync(join(PACKAGE_FOLDER, 'dist', name), 'utf8');
  } catch {
    return 'unknown';
  }
}

/** Compares number by number: 0.10.0 is newer than 0.9.0. */
export function isOlderVersion(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0;
}
