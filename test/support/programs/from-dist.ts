import 'reflect-metadata';
import { join, resolve } from 'node:path';

const DIST = resolve(import.meta.dirname, '../../../dist/modules');

/** The path of a compiled module, for scripts that a test has plain Node run. */
export function inDist(path: string): string {
  return join(DIST, path);
}

/**
 * A compiled module. The built program, which `startProgram` starts, has the same code in few files. By its path,
 * because Jest requires what its global setup imports.
 */
export function fromDist<Module>(path: string): Promise<Module> {
  return import(inDist(path)) as Promise<Module>;
}
