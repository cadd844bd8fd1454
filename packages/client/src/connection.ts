import { AccessTokens } from './access-tokens.js';
import { readAnswer } from './answers.js';
import { PostriderError } from './errors.js';
import type { CallOptions, PostriderOptions } from './options.js';
import { aborted, sleep, waitBefore } from './retries.js';

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

/** Sends HTTP requests to one server for one organisation, and repeats those that may be repeated. */
export class Connection {
  readonly #url: string;
  readonly #options: PostriderOptions;
  readonly #tokens: AccessTokens;

  constructor(options: PostriderOptions) {
    if (!/^https?:\/\//i.test(options.url)) throw new TypeError('`url` must begin with https:// or http://.');
    if (!options.organisationId) throw new TypeError('`organisationId` is missing.');
    const { origin, pathname } = new URL(options.url);
    this.#url = origin + pathname.replace(/\/+$/, '');
    this.#options = options;
    this.#tokens = new AccessTokens(options);
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
    return this.#fetch(call, this.#headers(call, await this.#tokens.current()), signal);
  }

  #limits(options: CallOptions) {
    const own = this.#options;
    return {
      maxRetries: options.maxRetries ?? own.maxRetries ?? MAX_RETRIES,
      timeout: options.timeout ?? own.timeout ?? TIMEOUT_MS,
      totalTimeout: options.totalTimeout ?? own.totalTimeout ?? TOTAL_TIMEOUT_MS,
    };
  }

  /** A refused token is renewed at once: the server has done nothing. */
  async #sendOnce(call: HttpCall, timeout: number, signal: AbortSignal | undefined): Promise<unknown> {
    const token = this.#tokens.current();
    try {
      return await this.#attempt(call, await token, timeout, signal);
    } catch (error) {
      const isRefused = error instanceof PostriderError && error.status === 401;
      if (!isRefused || !this.#tokens.renew(token)) throw error;
      return this.#attempt(call, await this.#tokens.current(), timeout, signal);
    }
  }

  async #attempt(call: HttpCall, token: string, timeout: number, signal: AbortSignal | undefined): Promise<unknown> {
    const { idempotencyKey, isRepeatable: retryable } = call;
    const details = { idempotencyKey, retryable };
    if (signal?.aborted) throw aborted(signal, details);
    const headers = this.#headers(call, token);
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal?.addEventListener('abort', abort);
    const timer = setTimeout(abort, Math.min(timeout, LONGEST_TIMER_MS));
    try {
      const response = await this.#fetch(call, headers, controller.signal);
      return readAnswer(call, response, await response.text());
    } catch (cause) {
      if (cause instanceof PostriderError) throw cause;
      if (signal?.aborted) throw aborted(signal, details);
      const [code, message] = controller.signal.aborted
        ? ['timeout', `No response came within ${Math.round(timeout)} ms.`]
        : ['connection', 'The connection could not be made, or broke before the response.'];
      throw new PostriderError(message, { ...details, code, cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
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
