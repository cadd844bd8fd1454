import { createSemaphore } from '../../lib/async/semaphore.js';
import { createHttpClient, destinationOf, type HttpClient, type HttpRequest } from '../../lib/net/http-client.js';

/** What became of one call. Only `not_sent` proves that the gateway cannot have read it. */
export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMs: number | null; readonly body: unknown }
  | { readonly kind: 'not_sent'; readonly code: string }
  | { readonly kind: 'lost'; readonly code: string };

export interface Call {
  readonly method: HttpRequest['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, unless the headers say otherwise. */
  readonly body?: string;
  readonly signal: AbortSignal;
  /** A longer answer counts as unreadable. */
  readonly maxAnswerBytes?: number;
  /**
   * Parses refusals too. They may quote the request or come from a proxy, so do not pass their words on as they are.
   */
  readonly readsRefusals?: boolean;
  /** How to parse the answer's body; JSON by default. */
  readonly answers?: 'json' | 'text';
}

const DEFAULT_MAX_ANSWER_BYTES = 1_048_576;

export interface Calls {
  /**
   * Never rejects. `body` of a 2xx answer is the parsed JSON, or the text if the caller asked for text: null if it is
   * empty, undefined if it is too large or not JSON.
   */
  call(call: Call): Promise<Exchange>;
  /** Resolves when the calls under way have ended. Those that wait, or come later, are not sent. */
  stop(): Promise<void>;
}

export function createCalls(maxConnections = Number.POSITIVE_INFINITY): Calls {
  const http = createHttpClient({ reach: 'any', ...(Number.isFinite(maxConnections) && { maxConnections }) });
  const withConnection = createSemaphore(maxConnections);
  const underWay = new Set<Promise<Exchange>>();
  let isStopped = false;
  return {
    async call(call) {
      const running = withConnection<Exchange>(async () =>
        isStopped ? { kind: 'not_sent', code: 'STOPPED' } : exchange(http, call),
      );
      underWay.add(running);
      return running.finally(() => underWay.delete(running));
    },

    async stop() {
      isStopped = true;
      await Promise.all(underWay);
      await http.close();
    },
  };
}

async function exchange(http: HttpClient, call: Call): Promise<Exchange> {
  const { method, url, headers, body, signal, maxAnswerBytes = DEFAULT_MAX_ANSWER_BYTES } = call;
  const result = await http.send({
    method,
    to: destinationOf(new URL(url)),
    headers: {
      accept: 'application/json',
      'user-agent': 'postrider',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    signal,
    maxAnswerBytes,
    readsBody: (status) => isSuccess(status) || call.readsRefusals === true,
  });
  if (result.kind !== 'answered') return { kind: result.kind, code: result.code };
  const { status, retryAfterSeconds } = result;
  const retryAfterMs = retryAfterSeconds === null ? null : retryAfterSeconds * 1000;
  return { kind: 'answered', status, retryAfterMs, body: result.isWhole ? parseBody(result.body, call) : undefined };
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function parseBody(body: Buffer, { answers = 'json' }: Call): unknown {
  if (body.length === 0) return null;
  return answers === 'text' ? body.toString('utf8') : parseJson(body);
}

/** Undefined if the bytes are not JSON. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
