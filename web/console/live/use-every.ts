import { useEffect, useEffectEvent } from 'react';
import { session } from '../state/session.js';
import { useStore } from '../state/store.js';
import { livePaused } from './sign.js';

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
