import type { IncomingMessage } from 'node:http';
import { parseJson } from './parse-json.js';
import { failureName, RequestFailure, sendRequest } from './request.js';

/** What became of one call: the only thing that decides is whether the other side can have read the request. */
export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMs: number | null; readonly body: unknown }
  | { readonly kind: 'not_sent'; readonly code: string }
  | { readonly kind: 'lost'; readonly code: string };

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, unless the headers say otherwise. */
  readonly body?: string;
  readonly signal: AbortSignal;
  /** A longer answer counts as unreadable. */
  readonly maxAnswerBytes?: number;
  /** Parses refusals too. They may quote the request, or be some proxy's: their words are not to be passed on as such. */
  readonly readsRefusals?: boolean;
  /** As what the answer's body is read; JSON by default. */
  readonly answers?: 'json' | 'text';
}

const DEFAULT_MAX_ANSWER_BYTES = 1_048_576;

/**
 * Never throws. `body`: of a 2xx answer the parsed JSON, or the text when that was asked for; null when it was empty,
 * undefined when too large or no JSON.
 */
export async function exchange(call: Call): Promise<Exchange> {
  const { method, url, headers, body, signal } = call;
  if (signal.aborted) return { kind: 'not_sent', code: 'ABORTED' };
  try {
    const response = await sendRequest({
      method,
      url,
      headers: {
        accept: 'application/json',
        'user-agent': 'postrider',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      signal,
    });
    const status = response.statusCode ?? 0;
    const isRead = isSuccess(status) || call.readsRefusals === true;
    return {
      kind: 'answered',
      status,
      retryAfterMs: parseRetryAfter(response.headers['retry-after']),
      body: isRead ? await readBody(response, call) : discard(response),
    };
  } catch (error) {
    if (!(error instanceof RequestFailure)) return { kind: 'lost', code: failureName(error, signal) };
    return { kind: error.isBeforeSending ? 'not_sent' : 'lost', code: error.code };
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

async function readBody(
  response: IncomingMessage,
  { answers = 'json', maxAnswerBytes = DEFAULT_MAX_ANSWER_BYTES }: Call,
): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes > maxAnswerBytes) return undefined;
    chunks.push(chunk);
  }
  if (bytes === 0) return null;
  const content = Buffer.concat(chunks);
  return answers === 'text' ? content.toString('utf8') : parseJson(content);
}

function discard(response: IncomingMessage): undefined {
  response.destroy();
}

function parseRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(waitMs) ? null : Math.max(waitMs, 0);
}
