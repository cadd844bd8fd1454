import 'reflect-metadata';

const DIST = new URL('../../dist/modules/', import.meta.url);

/** A compiled module. The built program, which `startProgram` starts, has the same code in few files. */
export function fromDist<Module>(path: string): Promise<Module> {
  return import(new URL(path, DIST).href) as Promise<Module>;
}
