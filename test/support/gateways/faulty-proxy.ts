import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenHttp } from './listen.js';

/** What the proxy does with a request instead of passing it on. */
export type Fault =
  /** The server gets nothing; the connection breaks. */
  | 'cut'
  /** The server does its work; the connection breaks before the answer. */
  | 'lose'
  /** As `lose`, but the connection stays open and nothing ever comes. */
  | 'silence'
  /** The connection breaks after the first result of a stream of events. */
  | 'break'
  /** The connection breaks in the middle of the body. */
  | 'halve'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
}

export interface FaultyProxy {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Chosen for every request; undefined passes it on. */
  react: (request: SeenRequest) => Fault | undefined;
  stop(): Promise<void>;
}

/** These faults for the first requests to the path, one after the other; then everything passes. */
export function inTurn(path: string, ...faults: readonly Fault[]): FaultyProxy['react'] {
  const left = [...faults];
  return (request) => (request.path.startsWith(path) ? left.shift() : undefined);
}

/** Stands between a client and the server, and loses what a network loses. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const server = await listenHttp((request, response) => {
    serve(proxy, target, request, response).catch(() => response.destroy());
  });
  const proxy: FaultyProxy = { url: server.url, seen: [], react: () => undefined, stop: server.close };
  return proxy;
}

async function serve(proxy: FaultyProxy, target: string, request: IncomingMessage, response: ServerResponse) {
  const { method = '', url: path = '' } = request;
  const headers = request.headers as Record<string, string>;
  const body = await buffer(request);
  const seen = { method, path, headers, at: performance.now() };
  proxy.seen.push(seen);
  const fault = proxy.react(seen);
  if (fault === 'cut') return response.destroy();
  if (typeof fault === 'object') return response.writeHead(fault.status, fault.headers).end(fault.body);

  const gone = new AbortController();
  response.once('close', () => gone.abort());
  // `fetch` unpacks what is compressed.
  const { host, connection, 'content-length': _, 'accept-encoding': __, ...others } = headers;
  const passed = { ...others, 'accept-encoding': 'identity' };
  const init = { method, headers: passed, signal: gone.signal, ...(body.length > 0 && { body: new Uint8Array(body) }) };
  const answer = await fetch(target + path, init);
  if (fault === 'lose' || fault === 'silence') {
    await answer.arrayBuffer();
    return fault === 'lose' ? response.destroy() : undefined;
  }
  response.writeHead(
    answer.status,
    Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-encoding')),
  );
  if (fault === 'halve') {
    const whole = Buffer.from(await answer.arrayBuffer());
    response.write(whole.subarray(0, whole.length / 2));
    await sleep(50);
    return response.destroy();
  }
  for await (const chunk of answer.body ?? []) {
    response.write(chunk);
    if (fault === 'break' && String(Buffer.from(chunk)).includes('event: next')) {
      // A connection that breaks at once would take the result with it.
      await sleep(50);
      return response.destroy();
    }
  }
  return response.end();
}
