import { PostriderError } from './errors.js';

const FIRST_MS = 500;
const LONGEST_MS = 10_000;
/** So that callers who were throttled together do not come back together. */
const SPREAD_MS = 500;

/** Milliseconds before the next attempt: what the server asks for, or exponential back-off with jitter. Null: never. */
export function waitBefore(retry: number, { retryable, code, retryAfter }: PostriderError): number | null {
  if (!retryable || code === 'aborted') return null;
  if (retryAfter !== undefined) return retryAfter * 1000 + Math.random() * SPREAD_MS;
  return Math.min(FIRST_MS * 2 ** retry, LONGEST_MS) * (0.5 + Math.random() / 2);
}

/** Seconds, from a header that proxies may also write as a date. */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** A response of these can mean that the server has done the work, or that it will in a moment. */
const PASSING = [408, 500, 503];
/** A proxy in front writes these when it has lost the server. Postrider's own 502 is about a chat provider. */
const OF_PROXIES = [502, 504];

/** Whether the same call may be repeated. `isRepeatable`: a second one would do nothing twice. */
export function isRetryable(code: string, status: number, isRepeatable: boolean): boolean {
  if (status === 429 || code === 'idempotency_in_progress') return true;
  const passing = code === 'unexpected_response' ? [...PASSING, ...OF_PROXIES] : PASSING;
  return isRepeatable && passing.includes(status);
}

export const aborted = (signal: AbortSignal, details: object = {}) =>
  new PostriderError('The call was aborted.', { ...details, code: 'aborted', cause: signal.reason });

export const timedOut = (ms: number, details: object) =>
  new PostriderError(`No response came within ${Math.round(ms)} ms.`, { ...details, code: 'timeout' });

/** The promise, or the reason of the signal if that aborts before. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Resolves after the wait, and at once when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
