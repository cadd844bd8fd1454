import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallbackRequest } from '../../../src/domain/sms/gateway.js';

/** A request as the peer read it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type AnswerRequest = (response: ServerResponse, request: ReceivedRequest) => void;

export interface HttpPeer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  answer: AnswerRequest;
  close(): Promise<void>;
}

/** A server on this machine that answers every request with the current `answer`. */
export async function startHttpPeer(): Promise<HttpPeer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
    requests.push(request);
    peer.answer(response, request);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const peer: HttpPeer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (response) => response.end(),
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  return peer;
}

export function answerJson(body: unknown, status = 200, headers: Record<string, string> = {}): AnswerRequest {
  return (response) => response.writeHead(status, headers).end(JSON.stringify(body));
}

/** A callback as a gateway signs it, written from the contract and not from our code. */
export function signedCallback(body: string, secret: string, atMs = Date.now()): CallbackRequest {
  const timestamp = String(Math.floor(atMs / 1000));
  const signature = `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
  return {
    method: 'POST',
    path: 'a-token',
    remoteAddress: '127.0.0.1',
    query: {},
    headers: { 'x-postrider-timestamp': timestamp, 'x-postrider-signature': signature },
    rawBody: Buffer.from(body),
  };
}
