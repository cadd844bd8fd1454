import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import { currentSpan, inChildSpan, isTracing, traceparent } from '../trace/tracing.js';
import { type ConnectionLimits, openConnections } from './connections.js';

/** The parts of an address that a request is made of; a caller that sends many requests parses its URL once. */
export interface Destination {
  readonly origin: string;
  readonly path: string;
}

export function destinationOf({ origin, pathname, search }: URL): Destination {
  return { origin, path: pathname + search };
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly to: Destination;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole call: name lookup, connection, answer and body. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** The client reads no more of the answer's body than this. */
  readonly maxAnswerBytes: number;
  /** Whether to read the body of an answer with this status; by default always. */
  readonly readsBody?: (status: number) => boolean;
}

/** What became of a request. Only `not_sent` proves that the other side cannot have read it. */
export type HttpOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Of the header `Retry-After`; 0 for a date in the past. */
      readonly retryAfterSeconds: number | null;
      readonly body: Buffer;
      /** False for a body that was not read, or was cut at `maxAnswerBytes`. */
      readonly isWhole: boolean;
    }
  | {
      readonly kind: 'not_sent' | 'lost';
      readonly reason: FailureReason;
      /** The code of the system, of TLS or of the HTTP parser; or the name of the error that aborted the call. */
      readonly code: string;
    };

export type HttpResult = HttpOutcome & { readonly durationMs: number };

export type FailureReason =
  | 'timeout'
  | 'private_address'
  | 'host_not_found'
  | 'connection_refused'
  | 'connection_lost'
  | 'tls_failed'
  | 'connection_failed';

export interface HttpClient {
  /**
   * Never rejects. Redirects are answers: following one would send the request to an address that was not configured.
   */
  send(request: HttpRequest): Promise<HttpResult>;
  /** Aborts the requests under way. */
  close(): Promise<void>;
}

/** Many servers close idle connections after five seconds; a request that meets the close is lost. */
const KEEP_ALIVE_MS = 4_000;

export interface HttpClientOptions extends ConnectionLimits {
  /** To one origin; unbounded by default, so that callers who share a receiver do not wait for each other. */
  readonly maxConnections?: number;
}

export function createHttpClient({ maxConnections, ...limits }: HttpClientOptions): HttpClient {
  const { connect, stop } = openConnections(limits);
  const agent = new Agent({
    connect,
    connections: maxConnections ?? null,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    allowH2: false,
  });
  return {
    send: (request) => (isTracing() ? sendTraced(agent, request) : send(agent, request)),
    close() {
      stop();
      return agent.destroy();
    },
  };
}

function send(agent: Agent, request: HttpRequest): Promise<HttpResult> {
  return new Promise((resolve) => new PendingRequest(request, resolve).begin(agent));
}

/**
 * Within a span, whose place the other side gets. Paths may contain numbers and secrets, so the span names the server
 * only.
 */
function sendTraced(agent: Agent, request: HttpRequest): Promise<HttpResult> {
  const { method, to } = request;
  const attributes = { 'http.request.method': method, 'server.address': new URL(to.origin).host };
  return inChildSpan({ name: method, kind: 'client', attributes }, async () => {
    const parent = traceparent();
    const result = await send(
      agent,
      parent ? { ...request, headers: { ...request.headers, traceparent: parent } } : request,
    );
    const span = currentSpan();
    if (result.kind === 'answered') span?.set({ 'http.response.status_code': result.status });
    else span?.fail(result.reason);
    return result;
  });
}

/**
 * One request and its answer, on undici's dispatcher itself: undici's `request` makes a stream of every body and needs
 * a signal for every timeout, which costs the worker twice the processor time of a post. A class, because closures
 * would take ten times the memory.
 */
class PendingRequest implements Dispatcher.DispatchHandler {
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout | undefined;
  private controller: Dispatcher.DispatchController | null = null;
  private status = 0;
  private retryAfter: string | undefined;
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private isOver = false;

  constructor(
    private readonly request: HttpRequest,
    private readonly resolve: (result: HttpResult) => void,
  ) {
    const { timeoutMs } = request;
    this.timer = timeoutMs === undefined ? undefined : setTimeout(timeOut, timeoutMs, this);
  }

  begin(agent: Agent): void {
    const { method, to, headers, body, signal } = this.request;
    if (signal?.aborted) this.fail(signal.reason);
    else {
      signal?.addEventListener('abort', this);
      agent.dispatch({ ...to, method, headers, ...(body !== undefined && { body }) }, this);
    }
  }

  /** The signal was aborted. */
  handleEvent(): void {
    this.fail(this.request.signal?.reason);
  }

  /** undici calls this when the connection is up and its certificate checked, right before it writes the request. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The call failed before anything was sent, or undici sends again what may have arrived: neither may be written.
    if (this.isOver || this.controller) controller.abort(new Error('given up'));
    else this.controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Informational: the answer is still to come.
    if (status < 200) return;
    this.status = status;
    [this.retryAfter] = [headers['retry-after']].flat();
    if (this.request.readsBody?.(status) === false) this.cut();
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes > this.request.maxAnswerBytes) this.cut();
  }

  onResponseEnd(): void {
    this.answered(true);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.fail(error);
  }

  fail(error: unknown): void {
    const code = codeOf(error);
    this.finish({ kind: this.controller ? 'lost' : 'not_sent', reason: reasonOf(code), code });
    this.controller?.abort(error as Error);
  }

  /** Gives up the connection, because the rest of the body would have to be read from it. */
  private cut(): void {
    this.answered(false);
    this.controller?.abort(new Error('given up'));
  }

  private answered(isWhole: boolean): void {
    const { status, retryAfter, chunks, bytes } = this;
    const body = Buffer.concat(chunks, Math.min(bytes, this.request.maxAnswerBytes));
    this.finish({ kind: 'answered', status, retryAfterSeconds: parseRetryAfter(retryAfter), body, isWhole });
  }

  private finish(outcome: HttpOutcome): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    this.request.signal?.removeEventListener('abort', this);
    this.resolve({ ...outcome, durationMs: performance.now() - this.startedAt });
  }
}

function timeOut(pending: PendingRequest): void {
  pending.fail(new DOMException('The call took too long.', TIMEOUT));
}

const TIMEOUT = 'TimeoutError';

/** In seconds, or as a date. */
function parseRetryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0);
}

/** undici's codes as those of the system, so that the code does not depend on the layer that noticed the failure. */
const SYSTEM_CODES: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'CONNECT_TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: TIMEOUT,
  UND_ERR_BODY_TIMEOUT: TIMEOUT,
};

function codeOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  // A DOMException, which signals abort with, has a number for its code.
  return typeof code === 'string' ? (SYSTEM_CODES[code] ?? code) : name;
}

const REASONS: Readonly<Record<string, FailureReason>> = {
  PRIVATE_ADDRESS: 'private_address',
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  CONNECT_TIMEOUT: 'timeout',
  [TIMEOUT]: 'timeout',
};

function reasonOf(code: string): FailureReason {
  return REASONS[code] ?? (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls_failed' : 'connection_failed');
}
