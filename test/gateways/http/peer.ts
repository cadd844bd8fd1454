import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CallbackRequest } from '../../../src/domain/sms/gateway.js';
import { listenHttp } from '../../support/gateways/listen.js';

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
  const server = await listenHttp(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: await text(incoming) };
    requests.push(request);
    peer.answer(response, request);
  });
  const peer: HttpPeer = { ...server, requests, answer: (response) => response.end() };
  return peer;
}

export function answerJson(body: unknown, status = 200, headers: Record<string, string> = {}): AnswerRequest {
  return (response) => response.writeHead(status, headers).end(JSON.stringify(body));
}

/** Answers a moment later, and counts how many requests wait for their answer at once. */
export function countUnderWay(answer: AnswerRequest) {
  let underWay = 0;
  const counted = {
    most: 0,
    answer(response: ServerResponse, request: ReceivedRequest) {
      underWay += 1;
      counted.most = Math.max(counted.most, underWay);
      setTimeout(() => {
        underWay -= 1;
        answer(response, request);
      }, 5);
    },
  };
  return counted;
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
