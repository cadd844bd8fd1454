import { fileURLToPath } from 'node:url';

/**
 * Programs of other designs and libraries. They are no part of the product, so the packages of the benchmarks have
 * them.
 */
export function peerProgram(name: string): string {
  return fileURLToPath(new URL(`peers/${name}.mjs`, import.meta.url));
}
