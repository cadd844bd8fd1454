import { type Client, createClient, type Sink } from 'graphql-ws';
import type { ByText } from '../api/documents.js';
import { liveState, tryConnection } from '../state/connection.js';
import { viewerWanted } from '../state/viewer.js';

/** After so many failures in a row the page polls, and goes on trying. */
const FAILURES_BEFORE_POLLING = 3;
const LONGEST_WAIT_MS = 30_000;
const CLOSE_WHEN_IDLE_MS = 30_000;
const PING_EVERY_MS = 20_000;
/** The server closes with it if the session has ended, or the person has left the organisation. */
const FORBIDDEN = 4403;

let current: { readonly organisationId: string; readonly client: Client } | undefined;

/** One WebSocket a tab, opened with the first subscription and closed a while after the last. */
function socketOf(organisationId: string): Client {
  if (current?.organisationId === organisationId) return current.client;
  void current?.client.dispose();
  current = { organisationId, client: connect(organisationId) };
  return current.client;
}

function connect(organisationId: string): Client {
  let failures = 0;
  return createClient({
    url: new URL('/graphql', location.href).href.replace(/^http/, 'ws'),
    connectionParams: { 'X-Organisation-Id': organisationId },
    lazyCloseTimeout: CLOSE_WHEN_IDLE_MS,
    keepAlive: PING_EVERY_MS,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (retries) => wait(Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** retries) * (0.5 + Math.random() / 2)),
    on: {
      connected: () => {
        failures = 0;
        liveState.set('live');
      },
      closed: (event) => {
        const { code, wasClean } = event as CloseEvent;
        if (code === FORBIDDEN) viewerWanted.set(true);
        if (code === 1000 && wasClean) return liveState.set('idle');
        void tryConnection();
        failures += 1;
        if (failures >= FAILURES_BEFORE_POLLING) liveState.set('polling');
      },
    },
  });
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Calls `onData` with each result until the returned function is called; `onEnd` if the subscription ends before. */
export function subscribe<Data, Variables extends object>(
  organisationId: string,
  { text }: ByText<Data, Variables>,
  variables: Variables,
  { onData, onEnd }: { onData: (data: Data) => void; onEnd: (retryAfterMs: number | null) => void },
): () => void {
  let isOver = false;
  const finish = (retryAfterMs: number | null) => {
    if (!isOver) onEnd(retryAfterMs);
  };
  const sink: Sink<{ data?: Data | null; errors?: readonly { extensions?: { retryAfterSeconds?: unknown } }[] }> = {
    next: ({ data, errors }) => {
      if (data) onData(data);
      else if (errors) finish(retryAfterOf(errors));
    },
    // A subscription that is refused or too slow begins again; a campaign that has ended completes.
    error: (errors) => finish(retryAfterOf(Array.isArray(errors) ? errors : [])),
    complete: () => finish(null),
  };
  const payload = { query: text, variables: { ...variables } as Record<string, unknown> };
  const end = socketOf(organisationId).subscribe(payload, sink as Sink);
  return () => {
    isOver = true;
    end();
  };
}

const DEFAULT_RETRY_MS = 5_000;

function retryAfterOf(errors: readonly { extensions?: { retryAfterSeconds?: unknown } }[]): number {
  const seconds = errors.map(({ extensions }) => extensions?.retryAfterSeconds).find((one) => typeof one === 'number');
  return seconds === undefined ? DEFAULT_RETRY_MS : Number(seconds) * 1_000;
}
