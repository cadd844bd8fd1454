import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Submitted {
  readonly reference: string;
  readonly to: string;
  readonly text: string;
}

export interface HostileGateway {
  readonly url: string;
  /** Everything it was ever asked to send. */
  readonly received: Submitted[];
  stop(): Promise<void>;
}

type Misbehave = (messages: readonly Submitted[], body: string, response: ServerResponse) => void;

const answer = (response: ServerResponse, status: number, body: string, type = 'application/json') =>
  void response.writeHead(status, { 'content-type': type }).end(body);

/** Everything it says quotes what it was told. */
const WAYS: readonly Misbehave[] = [
  (messages, _, response) =>
    answer(
      response,
      200,
      JSON.stringify({
        results: messages.map(({ reference, to, text }) => ({
          reference,
          result: 'rejected',
          delivery_code: 403,
          raw_code: to,
          raw_reason: `${to} may not get "${text}" (${reference})`,
          provider_id: `${to}-${text}`,
        })),
      }),
    ),
  (_, body, response) => answer(response, 500, `Internal error while handling ${body}`, 'text/plain'),
  (_, body, response) => answer(response, 400, body),
  (_, body, response) => answer(response, 200, `<html>${body}</html>`, 'text/html'),
  (_, body, response) => answer(response, 200, `{"results": ${body}}`),
  (_, body, response) => answer(response, 200, JSON.stringify({ results: [body, null, 5, { reference: body }] })),
  (_, body, response) => void response.writeHead(302, { location: `/?${encodeURIComponent(body)}` }).end(),
  (_, body, response) =>
    void response.writeHead(200, { 'content-length': '100000' }).end(body, () => response.destroy()),
  (_messages, _body, response) => void response.destroy(),
];

/** Fails in a different way each time. */
export async function startHostileGateway(): Promise<HostileGateway> {
  const received: Submitted[] = [];
  let calls = 0;
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const { messages = [] } = JSON.parse(body || '{}') as { messages?: Submitted[] };
      received.push(...messages);
      const misbehave = WAYS[calls++ % WAYS.length] as Misbehave;
      misbehave(messages, body, response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
