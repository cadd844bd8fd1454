import { createClient as createStreamClient } from 'graphql-sse';
import { type Client, createClient } from 'graphql-ws';
import { Agent, fetch } from 'undici';
import { WebSocket } from 'ws';

/** Whoever may subscribe, at whichever process. */
export interface Subscriber {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Asked {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}

/** What a subscription has said so far, and how it has ended. */
export interface Heard {
  // biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
  readonly answers: any[];
  readonly at: number[];
  /** Resolves with null when it completes, else with what was wrong. */
  readonly end: Promise<unknown>;
  /** Resolves when there are so many answers. */
  until(count: number): Promise<void>;
  /** Resolves when the last answer is such a one. */
  untilThat(isIt: (answer: Heard['answers'][number]) => boolean): Promise<void>;
  stop(): void;
}

type Subscribe = (asked: Asked, sink: Sink) => () => void;
interface Sink {
  next(answer: unknown): void;
  error(error: unknown): void;
  complete(): void;
}

export const socketUrl = (url: string) => `${url.replace('http', 'ws')}/graphql`;

/** The npm client of graphql-ws, with its key in the first message, as in a browser. */
export function socketClient({ url, headers }: Subscriber, options: object = {}): Client {
  return createClient({ url: socketUrl(url), connectionParams: headers, retryAttempts: 0, ...options });
}

export function hearSocket(client: Client, asked: Asked): Heard {
  return hear((what, sink) => client.subscribe(what, sink as never), asked);
}

/** The npm client of graphql-sse. */
export function hearStream({ url, headers }: Subscriber, asked: Asked): Heard {
  // One that is abandoned would be replaced by another, which no server can tell from one that is about to be used.
  const dispatcher = new Agent();
  const fetchFn = (input: string, init: object) => fetch(input, { ...init, dispatcher });
  const options = { url: `${url}/graphql/stream`, headers: { ...headers }, retryAttempts: 0, fetchFn };
  const heard = hear((what, sink) => createStreamClient(options).subscribe(what, sink as never), asked);
  return { ...heard, stop: () => void dispatcher.destroy().catch(() => undefined) };
}

function hear(subscribe: Subscribe, asked: Asked): Heard {
  const answers: unknown[] = [];
  const at: number[] = [];
  const awaited: { isThere: () => boolean; done: () => void }[] = [];
  const wait = (isThere: () => boolean) =>
    isThere() ? Promise.resolve() : new Promise<void>((done) => awaited.push({ isThere, done }));
  const end = Promise.withResolvers<unknown>();
  const stop = subscribe(asked, {
    next(answer) {
      answers.push(answer);
      at.push(Date.now());
      for (const { isThere, done } of awaited) if (isThere()) done();
    },
    error: end.resolve,
    complete: () => end.resolve(null),
  });
  return {
    answers,
    at,
    end: end.promise,
    until: (count) => wait(() => answers.length >= count),
    untilThat: (isIt) => wait(() => answers.length > 0 && isIt(answers.at(-1))),
    stop,
  };
}

export interface RawSocket {
  readonly socket: WebSocket;
  say(message: unknown): void;
  /** Messages in the order in which they came. */
  // biome-ignore lint/suspicious/noExplicitAny: messages of all shapes.
  readonly said: any[];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  // biome-ignore lint/suspicious/noExplicitAny: messages of all shapes.
  until(type: string): Promise<any>;
}

/** A connection without a client, for what no client would do. */
export async function rawSocket(url: string, headers = {}, protocols = ['graphql-transport-ws']): Promise<RawSocket> {
  const socket = new WebSocket(socketUrl(url), protocols, { headers });
  const said: { type: string }[] = [];
  const awaited: { type: string; done: (message: unknown) => void }[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    said.push(message);
    for (const { type, done } of awaited) if (message.type === type) done(message);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);
  return {
    socket,
    said,
    closed,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    until(type) {
      const known = said.find((message) => message.type === type);
      return known ? Promise.resolve(known) : new Promise((done) => awaited.push({ type, done }));
    },
  };
}
