import { createStore } from './store.js';

const TRY_EVERY_MS = 2_000;

/** Since when the server cannot be reached; null while it can. */
export const offlineSince = createStore<Date | null>(null);

let isTrying = false;

/** Asks whether the server can be reached, and as long as it cannot, again and again. */
export async function tryConnection(): Promise<void> {
  if (isTrying) return;
  isTrying = true;
  const began = new Date();
  while (
    !(await fetch('/app/', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (!offlineSince.get()) offlineSince.set(began);
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
  }
  isTrying = false;
  offlineSince.set(null);
}

addEventListener('offline', () => {
  offlineSince.set(offlineSince.get() ?? new Date());
  void tryConnection();
});
if (!navigator.onLine) void tryConnection();
