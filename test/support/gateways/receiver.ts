import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenHttp } from './listen.js';

/** What a webhook receiver got. */
export interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of all shapes.
  readonly body: any;
}

/** What it does with a call: answer, or anything else that a server can do to a connection. */
export type Reaction = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  react: Reaction;
  stop(): Promise<void>;
}

export function answer(status: number, headers: Record<string, string> = {}, body = ''): Reaction {
  return (_received, response) => response.writeHead(status, headers).end(body);
}

/** A real server, as a customer would have it. */
export async function startReceiver(react: Reaction = answer(204)): Promise<Receiver> {
  const received: Received[] = [];
  const server = await listenHttp(async (request, response) => {
    const rawBody = await text(request);
    const headers = request.headers as Record<string, string>;
    const call = { id: headers['webhook-id'] ?? '', headers, rawBody, body: JSON.parse(rawBody) };
    received.push(call);
    receiver.react(call, response, request);
  });
  const receiver: Receiver = { url: `${server.url}/hook`, received, react, stop: server.close };
  return receiver;
}
