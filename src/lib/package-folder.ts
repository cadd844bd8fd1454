import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** Of this package, wherever a module of it lies: in `src`, in `dist/modules`, or in a file of the built program. */
export const PACKAGE_FOLDER = dirname(findPackageJSON(import.meta.url) as string);
