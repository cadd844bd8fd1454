import { readAnswer } from './answers.js';
import { Credentials } from './credentials.js';
import { PostriderError } from './errors.js';
import type { CallOptions, PostriderOptions } from './options.js';
import { aborted, orAborted, sleep, timedOut, waitBefore } from './retries.js';

export interface HttpCall {
  readonly method: string;
  /** With the query, from the `url` of the server on. */
  readonly path: string;
  /** JSON. */
  readonly body?: string | undefined;
  readonly accept?: string;
  readonly idempotencyKey?: string | undefined;
  /** The call does nothing twice when it is repeated. */
  readonly isRepeatable: boolean;
}

const TIMEOUT_MS = 30_000;
const TOTAL_TIMEOUT_MS = 120_000;
const MAX_RETRIES = 3;
/** Timers take a longer time for none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const detailsOf = ({ idempotencyKey, isRepeatable: retryable }: HttpCall) => ({ idempotencyKey, retryable });

/** Sends HTTP requests to one server for one organisation, and repeats those that may be repeated. */
export class Connection {
  readonly #url: string;
  readonly #options: PostriderOptions;
  readonly #credentials: Credentials;

  constructor(options: PostriderOptions) {
    if (!/^https?:\/\//i.test(options.url)) throw new TypeError('`url` must begin with https:// or http://.');
    if (!options.organisationId) throw new TypeError('`organisationId` is missing.');
    const { origin, pathname } = new URL(options.url);
    this.#url = origin + pathname.replace(/\/+$/, '');
    this.#options = options;
    this.#credentials = new Credentials(options);
  }

  /** Sends the call until there is an answer, and returns its JSON. */
  async send(call: HttpCall, options: CallOptions = {}): Promise<unknown> {
    const { signal } = options;
    const { maxRetries, timeout, totalTimeout } = this.#limits(options);
    const deadline = performance.now() + totalTimeout;
    for (let retry = 0; ; retry += 1) {
      try {
        return await this.#sendOnce(call, Math.min(timeout, deadline - performance.now()), signal);
      } catch (error) {
        const wait = error instanceof PostriderError && retry < maxRetries ? waitBefore(retry, error) : null;
        if (wait === null || performance.now() + wait > deadline) throw error;
        await sleep(wait, signal);
      }
    }
  }

  /** One request, without retries; for responses that are read as they come. */
  async open(call: HttpCall, signal: AbortSignal): Promise<Response> {
    return this.#fetch(call, this.#headers(call, await this.#settled(this.#credentials.current(), signal)), signal);
  }

  #limits(options: CallOptions) {
    const own = this.#options;
    return {
      maxRetries: options.maxRetries ?? own.maxRetries ?? MAX_RETRIES,
      timeout: options.timeout ?? own.timeout ?? TIMEOUT_MS,
      totalTimeout: options.totalTimeout ?? own.totalTimeout ?? TOTAL_TIMEOUT_MS,
    };
  }

  /** The timeout is for fetching a token, the request, and a second one with another token, together. */
  async #sendOnce(call: HttpCall, timeout: number, signal: AbortSignal | undefined): Promise<unknown> {
    const details = detailsOf(call);
    if (signal?.aborted) throw aborted(signal, details);
    const controller = new AbortController();
    const abort = () => controller.abort(signal && aborted(signal, details));
    const expire = () => controller.abort(timedOut(timeout, details));
    signal?.addEventListener('abort', abort);
    const timer = setTimeout(expire, Math.min(timeout, LONGEST_TIMER_MS));
    try {
      return await this.#attempt(call, controller.signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** A refused token is renewed at once: the server has done nothing. */
  async #attempt(call: HttpCall, signal: AbortSignal): Promise<unknown> {
    const token = this.#credentials.current();
    try {
      return await this.#request(call, await this.#settled(token, signal), signal);
    } catch (error) {
      const isRefused = error instanceof PostriderError && error.status === 401;
      if (!isRefused || !this.#credentials.renew(token)) throw error;
      return this.#request(call, await this.#settled(this.#credentials.current(), signal), signal);
    }
  }

  /** The signal aborts with the error of the call. */
  async #request(call: HttpCall, token: string, signal: AbortSignal): Promise<unknown> {
    const headers = this.#headers(call, token);
    try {
      const response = await this.#fetch(call, headers, signal);
      return readAnswer(call, response, await response.text());
    } catch (cause) {
      if (cause instanceof PostriderError) throw cause;
      if (signal.aborted) throw signal.reason;
      const message = `The connection to ${this.#url} could not be made, or broke before the response.`;
      throw new PostriderError(message, { ...detailsOf(call), code: 'connection', cause });
    }
  }

  /** The token. If it does not come in time the next call asks for another, because this one may never come. */
  async #settled(token: Promise<string>, signal: AbortSignal): Promise<string> {
    try {
      return await orAborted(token, signal);
    } catch (error) {
      if (signal.aborted) this.#credentials.renew(token);
      throw error;
    }
  }

  /** Throws a TypeError for a key that no header can carry. */
  #headers({ body, accept = 'application/json', idempotencyKey }: HttpCall, token: string): Headers {
    const headers = new Headers({ authorization: `Bearer ${token}`, accept });
    headers.set('x-organisation-id', this.#options.organisationId);
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    return headers;
  }

  #fetch({ method, path, body }: HttpCall, headers: Headers, signal: AbortSignal): Promise<Response> {
    // Called as a bare function: browsers refuse `fetch` as a method of anything else.
    const { fetch = globalThis.fetch } = this.#options;
    // A redirect would make a GET of a POST, or carry the call to another server.
    const init: RequestInit = { method, headers, signal, redirect: 'manual' };
    return fetch(this.#url + path, body === undefined ? init : { ...init, body });
  }
}
