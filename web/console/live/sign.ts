import { createStore } from '../state/store.js';

/** How the page learns of changes, for the sign in the header. `idle`: nothing on the page changes by itself. */
type LiveState = 'idle' | 'live' | 'polling';

export const liveState = createStore<LiveState>('idle');

/** Whether the person has stopped the updates (WCAG 2.2.2). */
export const livePaused = createStore(false);

/** How many parts of the page ask the server now and then, because no subscription tells what they show. */
export const pollers = createStore(0);
