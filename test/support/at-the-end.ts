import type { afterAll } from '@jest/globals';

/**
 * Runs when the tests of the file are over, however they end. A plain program, such as the chaos runner, stops by
 * itself what it started; if it ends otherwise, at least what needs no waiting is done.
 */
export function atTheEnd(stop: () => unknown): void {
  const hooks = globalThis as { readonly afterAll?: typeof afterAll };
  if (hooks.afterAll) hooks.afterAll(async () => void (await stop()));
  else process.once('exit', () => void stop());
}
