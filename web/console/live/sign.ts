import { createStore } from '../state/store.js';

/** How the page learns of changes, for the sign in the header. */
export interface LiveState {
  /** `idle`: nothing on the page changes by itself. `paused`: the person has stopped the updates. */
  readonly kind: 'idle' | 'live' | 'polling' | 'offline';
  readonly since: Date;
}

export const liveState = createStore<LiveState>({ kind: 'idle', since: new Date() });

/** Whether the person has stopped the updates (WCAG 2.2.2). */
export const livePaused = createStore(false);

/** How many parts of the page ask the server now and then, because no subscription tells what they show. */
export const pollers = createStore(0);

export function setLive(kind: LiveState['kind']): void {
  if (liveState.get().kind !== kind) liveState.set({ kind, since: new Date() });
}
