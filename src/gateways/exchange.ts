import { parseJson } from './parse-json.js';

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
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      // Following one would hand the messages, and the proof of who we are, to an address that nobody configured.
      redirect: 'manual',
      signal,
    });
    const isRead = response.ok || call.readsRefusals === true;
    return {
      kind: 'answered',
      status: response.status,
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
      body: isRead ? await readBody(response, call) : await discard(response),
    };
  } catch (error) {
    // fetch wraps what really happened: "TypeError: fetch failed" with the failure as its cause.
    const failure = ((error as Error).cause ?? error) as Failure;
    return { kind: happenedBeforeSending(failure) ? 'not_sent' : 'lost', code: failureName(failure) };
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * fetch writes nothing before the connection is up and, with https, the certificate has been checked. These failures
 * can only come before that; the certificate codes are the list in Node's documentation. The rest proves nothing:
 * ECONNRESET and EPIPE come from dead keep-alive connections as well as from handshakes, a wrong TLS version from the
 * first record or from the hundredth, and an abort looks the same while connecting as while waiting for the answer.
 */
const SYSTEM_CALLS_OF_CONNECTING = new Set(['getaddrinfo', 'connect']);

const CODES_OF_CONNECTING = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_REJECTED',
  'CERT_UNTRUSTED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_CHAIN_TOO_LONG',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'HOSTNAME_MISMATCH',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code?: string | number;
  readonly syscall?: string;
  /** A host with several addresses fails with one error for each. */
  readonly errors?: readonly Failure[];
}

/** The codes of an abort are numbers that say less than its name. */
function failureName({ code, name }: Failure): string {
  return typeof code === 'string' ? code : name;
}

function happenedBeforeSending({ code, syscall, message, errors }: Failure): boolean {
  if (errors !== undefined && errors.length > 0) return errors.every(happenedBeforeSending);
  if (SYSTEM_CALLS_OF_CONNECTING.has(syscall ?? '') || CODES_OF_CONNECTING.has(String(code))) return true;
  // fetch refuses some ports (6000, 6666, 10080) on its own, and says so only in words.
  return code === undefined && message === 'bad port';
}

async function readBody(
  response: Response,
  { answers = 'json', maxAnswerBytes = DEFAULT_MAX_ANSWER_BYTES }: Call,
): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes > maxAnswerBytes) return undefined;
    chunks.push(chunk);
  }
  if (bytes === 0) return null;
  const content = Buffer.concat(chunks);
  return answers === 'text' ? content.toString('utf8') : parseJson(content);
}

async function discard(response: Response): Promise<undefined> {
  await response.body?.cancel();
}

function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(waitMs) ? null : Math.max(waitMs, 0);
}
