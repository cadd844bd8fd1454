import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pause } from '../../lib/async/abort.js';
import { backOff } from '../../lib/back-off.js';
import type { Logger } from '../../lib/log/logger.js';

export interface KeptConnectionOptions {
  readonly url: string;
  /** By which PostgreSQL shows the connection. */
  readonly name: string;
  readonly logger: Logger;
  /** What the log says when the connection was lost. */
  readonly lostWords: string;
  /** Called when a connection could not be made, or was lost. */
  readonly onFailure?: (error: unknown) => void;
  /** Called after each connect. If it rejects, the process connects anew. */
  readonly prepare: (client: Client, over: AbortSignal) => Promise<void>;
  /** Called after each `prepare`, and then at intervals for as long as the connection lasts. */
  readonly onAlive?: () => void;
}

export interface KeptConnection {
  stop(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** The process pings the connection at this interval, to notice that its other end has vanished. */
const ASK_EVERY_MS = 10_000;
const ANSWER_TIMEOUT_MS = 5_000;
const RECONNECT_MS = { first: 100, longest: 5_000 };

/** Keeps one connection that outlives statements, and reconnects whenever it is lost. */
export function keepConnection(options: KeptConnectionOptions): KeptConnection {
  const stopping = new AbortController();
  const over = keepConnecting(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await over;
    },
  };
}

async function keepConnecting(options: KeptConnectionOptions, signal: AbortSignal): Promise<void> {
  let failures = 0;
  const onPrepared = () => {
    failures = 0;
  };
  while (!signal.aborted) {
    await connectOnce(options, signal, onPrepared).catch((error: unknown) => {
      if (signal.aborted) return;
      options.logger.warn({ err: error }, options.lostWords);
      options.onFailure?.(error);
    });
    await pause(backOff(failures, RECONNECT_MS), signal);
    failures += 1;
  }
}

/** Ends with an error if the connection is lost, and without one after `stop`. */
async function connectOnce(options: KeptConnectionOptions, signal: AbortSignal, onPrepared: () => void): Promise<void> {
  const client = new Client({
    connectionString: options.url,
    application_name: options.name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  });
  const lost = new AbortController();
  const lose = (error: Error) => lost.abort(error);
  client.on('error', lose);
  client.on('end', () => lose(new Error('The connection was closed.')));
  const over = AbortSignal.any([signal, lost.signal]);
  try {
    await client.connect();
    await options.prepare(client, over);
    onPrepared();
    while (!over.aborted) {
      options.onAlive?.();
      await pause(ASK_EVERY_MS, over);
      if (!over.aborted) await client.query('SELECT 1');
    }
    if (lost.signal.aborted) throw lost.signal.reason;
  } finally {
    // A server that no longer answers would make `end` wait for ever.
    await Promise.race([client.end().catch(() => undefined), sleep(RECONNECT_MS.first)]);
  }
}
