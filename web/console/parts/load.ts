import { loadNewVersion } from '../api/client.js';
import { createStore } from '../state/store.js';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 4_000;

/** Whether the server could not be reached when a part of the console was loaded last. */
export const loadFails = createStore(false);

/**
 * Loads a part of the console, again and again until the server can be reached: React keeps a rejected load for ever.
 */
export async function loadAtLast<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      const part = await load();
      loadFails.set(false);
      return part;
    } catch {
      loadFails.set(true);
    }
    if (await isReplaced()) loadNewVersion();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** A server of another version has no file of this one. Its page names another script. */
async function isReplaced(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src;
  const page = await fetch('/app/').then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  );
  return script !== undefined && page !== '' && !page.includes(new URL(script).pathname);
}
