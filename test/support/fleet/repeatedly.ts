import { setTimeout as sleep } from 'node:timers/promises';

/** Acts again and again until it is stopped, or `over`. A failure ends it, and reaches whoever stops it. */
export function repeatedly(
  act: () => Promise<unknown>,
  pauseMs: number,
  over?: AbortSignal,
): { stop(): Promise<void> } {
  let stopped = false;
  const acting = (async () => {
    while (!stopped && !over?.aborted) {
      await act();
      await sleep(pauseMs);
    }
  })();
  acting.catch(() => undefined);
  return {
    stop() {
      stopped = true;
      return acting;
    },
  };
}
