import { useEffect, useEffectEvent } from 'react';
import { livePaused, pollers } from '../state/connection.js';
import { useStore } from '../state/store.js';
import { session } from '../state/viewer.js';

/** Calls `ask` at intervals while the page is visible, updates are not paused and the session is open. */
export function useEvery(ms: number, ask: () => void, isWanted = true): void {
  const isPaused = useStore(livePaused);
  const isSignedIn = useStore(session) === 'open';
  const askAgain = useEffectEvent(ask);
  useEffect(() => {
    if (!isWanted || isPaused || !isSignedIn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') askAgain();
    }, ms);
    return () => clearInterval(timer);
  }, [ms, isWanted, isPaused, isSignedIn]);
}

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
