import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { answerStart, TimeOutError } from './answer-start.js';
import { addressesOf, isWithin, type Reach } from './public-address.js';

/** What became of a POST to an address that somebody else has chosen. */
export type PostResult = (
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfterSeconds: number | null;
      /** As much of it as was asked for. */
      readonly body: string;
    }
  | { readonly kind: 'failed'; readonly reason: PostFailure }
) & {
  /** Until then. */
  readonly durationMs: number;
};

export type PostFailure =
  | 'timeout'
  | 'private_address'
  | 'host_not_found'
  | 'connection_refused'
  | 'connection_lost'
  | 'tls_failed'
  | 'connection_failed';

/** The parts of an address that a request is made of, taken apart once for many. */
export interface Destination {
  readonly origin: string;
  readonly path: string;
}

export function destinationOf({ origin, pathname, search }: URL): Destination {
  return { origin, path: pathname + search };
}

export interface Post {
  readonly to: Destination;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For everything: looking up the name, connecting, the answer and its body. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

/** Calls addresses within its reach only, wherever names lead at that moment; follows no redirect. */
export interface PublicClient {
  /** Never throws. */
  post(post: Post): Promise<PostResult>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 4_000;

export function createPublicClient(reach: Reach): PublicClient {
  const options = { timeout: CONNECT_TIMEOUT_MS, allowH2: false };
  const agent = new Agent({
    // Any address: as everybody does it, with the names that this machine alone knows.
    connect:
      reach === 'any'
        ? buildConnector(options)
        : connectWithin(reach, buildConnector({ ...options, lookup: lookUpWithin(reach) })),
    // No bound: several organisations may have the same receiver, and none must wait for the calls of another.
    connections: null,
    keepAliveTimeout: KEEP_ALIVE_MS,
    allowH2: false,
  });
  return {
    post({ to, headers, body, timeoutMs, maxAnswerBytes }) {
      const startedAt = performance.now();
      const took = () => performance.now() - startedAt;
      const request = { ...to, method: 'POST', headers, body } as const;
      return answerStart(agent, request, { timeoutMs, maxBytes: maxAnswerBytes }).then(
        ({ status, retryAfter, body }) => ({
          kind: 'answered',
          status,
          retryAfterSeconds: readRetryAfter(retryAfter),
          body,
          durationMs: took(),
        }),
        (error) => ({ kind: 'failed', reason: failureOf(error), durationMs: took() }),
      );
    },
    close: () => agent.destroy(),
  };
}

/** Node looks up names, but never an address that is written in the URL. */
function connectWithin(reach: Reach, connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isWithin(reach, host)) callback(new PrivateAddressError(), null);
    else connect(options, callback);
  };
}

/** One of several addresses that is out of reach is enough to refuse the name; the socket gets what was checked. */
function lookUpWithin(reach: Reach): LookupFunction {
  return (host, options, callback) => {
    void addressesOf(host).then((addresses) => {
      const [first] = addresses;
      if (first === undefined) callback(Object.assign(new Error('host not found'), { code: 'ENOTFOUND' }), '');
      else if (!addresses.every((address) => isWithin(reach, address))) callback(new PrivateAddressError(), '');
      else if (!options.all) callback(null, first, isIP(first));
      else
        callback(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        );
    });
  };
}

class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

function readRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

const FAILURES: Readonly<Record<string, PostFailure>> = {
  PRIVATE_ADDRESS: 'private_address',
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
};

function failureOf(error: unknown): PostFailure {
  if (error instanceof TimeOutError) return 'timeout';
  const { code = '' } = error as { code?: string };
  if (code in FAILURES) return FAILURES[code] as PostFailure;
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls_failed' : 'connection_failed';
}
