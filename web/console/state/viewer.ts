import type { Scope, ViewerFragment } from '../generated/documents.js';
import { createStore, useStore } from './store.js';

export type Viewer = ViewerFragment['viewer'];

/** Who looks at the page, as the last answer said; null until the first. */
export const viewerStore = createStore<Viewer | null>(null);

/** Set when it is not known who looks at the page, or no longer: the frame asks by itself then. */
export const viewerWanted = createStore(false);

export const useViewer = () => useStore(viewerStore);

/**
 * Whether the viewer has a scope; false until that is known, so that nothing is offered that the server would refuse.
 */
export function useMay(scope: Scope): boolean {
  return useViewer()?.scopes.includes(scope) ?? false;
}

/**
 * `ended`: the server has refused the cookie. The page stays, a dialog asks the person to sign in, and calls that were
 * refused are repeated afterwards.
 */
export const session = createStore<'open' | 'ended'>('open');
