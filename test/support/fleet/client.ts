import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of all shapes.
  readonly body: any;
}

export interface Client {
  readonly organisationId: string;
  /** The headers that say who calls. */
  readonly identity: Readonly<Record<string, string>>;
  call(method: string, url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(url: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

const CALL_TIMEOUT_MS = 30_000;

/** Calls the API as an integrator does: plain HTTP, nothing hidden, nothing tried twice. */
export function createClient(organisationId: string, key: string): Client {
  const identity = { authorization: `Bearer ${key}`, 'x-organisation-id': organisationId };
  const client: Client = {
    organisationId,
    identity,
    async call(method, url, body, more = {}) {
      const content = body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await fetch(url, {
        method,
        headers: { ...identity, ...content, ...more },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) };
    },
    post: (url, body, more) => client.call('POST', url, body, more),
  };
  return client;
}

const RETRY_AFTER_MS = 100;

/**
 * Tries again on broken connections, and on whatever `again` says of an answer, until there is another one. Waits as
 * long as the answer asks for, since every try counts against the limits.
 */
export async function insist(
  call: (attempt: number) => Promise<Answer>,
  again: (answer: Answer) => boolean,
  withinMs = 90_000,
): Promise<Answer> {
  const deadline = Date.now() + withinMs;
  for (let attempt = 0; ; attempt += 1) {
    let waitMs = RETRY_AFTER_MS;
    try {
      const answer = await call(attempt);
      if (!again(answer)) return answer;
      waitMs = Number(answer.headers.get('retry-after')) * 1000 || RETRY_AFTER_MS;
      if (Date.now() > deadline) throw new Error(`The last answer is still ${answer.status}: ${answer.text}`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(waitMs);
  }
}
