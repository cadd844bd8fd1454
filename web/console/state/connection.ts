import { createStore } from './store.js';

const TRY_EVERY_MS = 2_000;
/** A network may lose packets and say nothing, and `fetch` would wait for minutes. */
const GIVE_UP_AFTER_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;

/** Since when the server cannot be reached; null while it can. */
export const offlineSince = createStore<Date | null>(null);

/** How often the server could be reached after calls that did not reach it, so that they are worth repeating. */
export const returns = createStore(0);

/** How the page learns of changes, for the sign in the header. `idle`: nothing on the page changes by itself. */
type LiveState = 'idle' | 'live' | 'polling';

export const liveState = createStore<LiveState>('idle');

/** Whether the person has stopped the updates (WCAG 2.2.2). */
export const livePaused = createStore(false);

/** How many parts of the page ask the server now and then, because no subscription tells what they show. */
export const pollers = createStore(0);

let isTrying = false;
let failedLastAt = Number.NEGATIVE_INFINITY;
let pauseMs = 0;

/** Tries to reach the server after a call did not, and as long as it cannot be reached, again and again. */
export async function tryConnection(): Promise<void> {
  if (isTrying) return;
  isTrying = true;
  const began = new Date();
  if (await reach()) await wait(nextPause());
  else {
    offlineSince.set(began);
    do await wait(TRY_EVERY_MS);
    while (!(await reach()));
  }
  isTrying = false;
  offlineSince.set(null);
  returns.set(returns.get() + 1);
  // A browser says so before it cuts its connections, so a response proves little.
  if (navigator.onLine === false) setTimeout(tryConnection, TRY_EVERY_MS);
}

/** Tries to reach the server also when the browser says that it is offline, not only after calls. */
export function watchConnection(): void {
  addEventListener('offline', () => void tryConnection());
  if (!navigator.onLine) void tryConnection();
}

/** Calls that fail again and again although the server can be reached are repeated less and less often. */
function nextPause(): number {
  const now = performance.now();
  pauseMs = now - failedLastAt < 2 * LONGEST_PAUSE_MS ? Math.min(2 * pauseMs + 1_000, LONGEST_PAUSE_MS) : 0;
  failedLastAt = now;
  return pauseMs;
}

const reach = () =>
  fetch('/app/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(GIVE_UP_AFTER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
