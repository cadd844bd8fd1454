import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LISTENER_NAME } from '../domain/connection-names.js';
import { backOff } from '../lib/back-off.js';
import type { Logger } from '../lib/log/logger.js';

export interface ListenOptions {
  readonly url: string;
  /** What to do with the payloads of each channel. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  readonly logger: Logger;
  /**
   * Called when notifications may have been missed: after each connect, and at intervals, because behind a pooler a connection can listen
   * without ever receiving any.
   */
  readonly onGap: () => void;
}

export interface Listening {
  stop(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** The process pings the connection at this interval, to notice that its other end has vanished. */
const ASK_EVERY_MS = 10_000;
const ANSWER_TIMEOUT_MS = 5_000;
const RECONNECT_MS = { first: 100, longest: 5_000 };

/** Keeps one connection that listens on the channels, and reconnects whenever it is lost. */
export function listen(options: ListenOptions): Listening {
  const stopping = new AbortController();
  const over = keepListening(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await over;
    },
  };
}

async function keepListening(options: ListenOptions, signal: AbortSignal): Promise<void> {
  let failures = 0;
  const heard = () => {
    failures = 0;
  };
  while (!signal.aborted) {
    await listenOnce(options, signal, heard).catch((error: unknown) => {
      if (!signal.aborted) options.logger.warn({ err: error }, 'The connection that listens for events was lost');
    });
    await rest(backOff(failures, RECONNECT_MS), signal);
    failures += 1;
  }
}

/** Ends with an error if the connection is lost, and without one after `stop`. */
async function listenOnce(options: ListenOptions, signal: AbortSignal, onListening: () => void): Promise<void> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: LISTENER_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  });
  const lost = new AbortController();
  const lose = (error: Error) => lost.abort(error);
  client.on('error', lose);
  client.on('end', () => lose(new Error('The connection was closed.')));
  client.on('notification', ({ channel, payload = '' }) => options.channels[channel]?.(payload));
  const over = AbortSignal.any([signal, lost.signal]);
  try {
    await client.connect();
    for (const channel of Object.keys(options.channels)) {
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    }
    onListening();
    while (!over.aborted) {
      options.onGap();
      await rest(ASK_EVERY_MS, over);
      if (!over.aborted) await client.query('SELECT 1');
    }
    if (lost.signal.aborted) throw lost.signal.reason;
  } finally {
    // A server that no longer answers would make `end` wait for ever.
    await Promise.race([client.end().catch(() => undefined), sleep(RECONNECT_MS.first)]);
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
