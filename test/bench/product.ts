import 'reflect-metadata';

const DIST = new URL('../../dist/modules/', import.meta.url);

/** A module of the built program: what is measured is what runs, not its sources through another compiler. */
export function fromDist<Module>(path: string): Promise<Module> {
  return import(new URL(path, DIST).href) as Promise<Module>;
}
