import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('./peers/', import.meta.url);

/** Programs of other designs and libraries. They are no part of the product, so they are installed apart. */
export function peerProgram(name: string): string {
  return fileURLToPath(new URL(`${name}.mjs`, FOLDER));
}

export function requirePeers(): void {
  if (existsSync(new URL('node_modules', FOLDER))) return;
  throw new Error('The peers are not installed: npm ci --prefix test/bench/peers');
}
