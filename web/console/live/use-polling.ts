import { useEffect, useEffectEvent } from 'react';
import { session } from '../state/session.js';
import { useStore } from '../state/store.js';
import { livePaused, pollers } from './sign.js';

const POLL_MS = 10_000;

/** Asks again every ten seconds what no subscription tells, while somebody looks and updates are not paused. */
export function usePolling(ask: () => void, isWanted = true): void {
  const isPaused = useStore(livePaused);
  const isSignedIn = useStore(session) === 'open';
  const askAgain = useEffectEvent(ask);
  useEffect(() => {
    if (!isWanted) return;
    pollers.set(pollers.get() + 1);
    return () => pollers.set(pollers.get() - 1);
  }, [isWanted]);
  useEffect(() => {
    if (!isWanted || isPaused || !isSignedIn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') askAgain();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isWanted, isPaused, isSignedIn]);
}
