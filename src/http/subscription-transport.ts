import type { IncomingMessage } from 'node:http';
import { PostriderError } from '../domain/errors.js';

/** A transport that serves subscriptions. */
export interface SubscriptionTransport {
  /** Closes all connections, and waits for a short time until clients have closed theirs. */
  close(): Promise<void>;
}

/** Shorter than the idle time-outs of proxies. */
export const KEEP_ALIVE_MS = 12_000;
/** The longest document and its variables. */
export const REQUEST_LIMIT_BYTES = 256 * 1024;
/** The number of bytes that may be buffered for one client. */
export const UNREAD_LIMIT_BYTES = 1024 * 1024;
/**
 * A client that reads nothing for this long is disconnected. Longer than the keep-alive interval, which also sends
 * data.
 */
export const STALLED_MS = 30_000;
export const FAREWELL_MS = 2_000;

/** An expired token ends a connection as an interruption does: the client is to connect again, with another token. */
export function hasExpired(reason: unknown): boolean {
  return reason instanceof PostriderError && reason.code === 'token_expired';
}

/** Tells Node which requests become WebSockets; other requests for an upgrade are served as they are. */
export function isForWebSocket({ url = '', headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && /^\/graphql\/?(?:\?|$)/.test(url);
}
