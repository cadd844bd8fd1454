import { signedHeaders } from './signature.js';

/** What became of one call: the only thing that decides is whether the gateway can have read the request. */
export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMs: number | null; readonly body: unknown }
  | { readonly kind: 'not_sent'; readonly code: string }
  | { readonly kind: 'lost'; readonly code: string };

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly secret: string;
  readonly body?: string;
  readonly signal: AbortSignal;
}

const MAX_ANSWER_BYTES = 1_048_576;

/** Never throws. `body` is the parsed JSON of a 2xx answer, undefined when that was unreadable or too large. */
export async function exchange({ method, url, secret, body, signal }: Call): Promise<Exchange> {
  if (signal.aborted) return { kind: 'not_sent', code: 'ABORTED' };
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...signedHeaders(secret, body ?? ''),
      },
      ...(body === undefined ? {} : { body }),
      // Following one would hand the messages, and a fresh signature, to an address that nobody configured.
      redirect: 'manual',
      signal,
    });
    return {
      kind: 'answered',
      status: response.status,
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
      body: response.ok ? await readJson(response) : await discard(response),
    };
  } catch (error) {
    // fetch wraps what really happened: "TypeError: fetch failed" with the failure as its cause.
    const failure = ((error as Error).cause ?? error) as Failure;
    return { kind: happenedBeforeSending(failure) ? 'not_sent' : 'lost', code: failureName(failure) };
  }
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

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes > MAX_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The words of a refusal are the gateway's or some proxy's and may quote the request. */
async function discard(response: Response): Promise<undefined> {
  await response.body?.cancel();
}

function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(waitMs) ? null : Math.max(waitMs, 0);
}
