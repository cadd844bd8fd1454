/** One way in which subscriptions reach their clients. */
export interface SubscriptionTransport {
  /** Tells every client to go, and waits until they have gone; who does not go is cut off. */
  close(): Promise<void>;
}

/** Shorter than the idle time-outs of proxies. */
export const KEEP_ALIVE_MS = 12_000;
/** A document of the longest kind, and its variables. */
export const REQUEST_LIMIT_BYTES = 256 * 1024;
/** What may wait in this process for one client to read it. */
export const UNREAD_LIMIT_BYTES = 1024 * 1024;
/** A client that takes nothing for so long is cut off. Longer than keep-alive, which is something. */
export const STALLED_MS = 30_000;
export const FAREWELL_MS = 2_000;
