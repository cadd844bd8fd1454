import { createStore } from './store.js';

/**
 * `ended`: the server has refused the cookie. The page stays, a dialog asks the person to sign in, and calls that were
 * refused are repeated afterwards.
 */
export const session = createStore<'open' | 'ended'>('open');
