import { useEffect } from 'react';
import { pollers } from './sign.js';
import { useEvery } from './use-every.js';

const POLL_MS = 10_000;

/** Asks again every ten seconds what no subscription tells, and has the sign in the header say so. */
export function usePolling(ask: () => void, isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return;
    pollers.set(pollers.get() + 1);
    return () => pollers.set(pollers.get() - 1);
  }, [isWanted]);
  useEvery(POLL_MS, ask, isWanted);
}
