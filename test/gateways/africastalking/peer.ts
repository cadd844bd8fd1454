import type { ServerResponse } from 'node:http';
import { type AnswerRequest, type HttpPeer, type ReceivedRequest, startHttpPeer } from '../http/peer.js';

/** Africa's Talking as its documents and its own library describe it: sends in both forms, and the account. */

export const API_KEY = 'atsk_0123456789abcdef';
export const USERNAME = 'tester';

/** Numbers of the documents' list, with the names that they have there. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  100: 'Processed',
  101: 'Success',
  102: 'Queued',
  401: 'RiskHold',
  402: 'InvalidSenderId',
  403: 'InvalidPhoneNumber',
  404: 'UnsupportedNumberType',
  405: 'InsufficientBalance',
  406: 'UserInBlacklist',
  407: 'CouldNotRoute',
  409: 'DoNotDisturbRejection',
  500: 'InternalServerError',
  501: 'GatewayError',
  502: 'RejectedByGateway',
};

const FIRST_FAILURE = 400;

export interface Send {
  /** With their plus. */
  readonly numbers: readonly string[];
  readonly message: string;
  readonly from: string | undefined;
}

export interface AfricasTalkingPeer {
  readonly url: string;
  readonly requests: HttpPeer['requests'];
  /** Every message that it was asked to send. */
  readonly sends: readonly Send[];
  /** What it says about every number that `statusCodes` does not name. */
  statusCode: number;
  readonly statusCodes: Map<string, number>;
  balance: unknown;
  /** Said instead of what would be true. */
  answerInstead: AnswerRequest | null;
  close(): Promise<void>;
}

export async function startAfricasTalkingPeer(): Promise<AfricasTalkingPeer> {
  const http = await startHttpPeer();
  const sends: Send[] = [];
  const peer: AfricasTalkingPeer = {
    url: http.url,
    requests: http.requests,
    sends,
    statusCode: 101,
    statusCodes: new Map(),
    balance: { UserData: { balance: 'KES 1785.50' } },
    answerInstead: null,
    close: http.close,
  };
  let messagesMade = 0;

  function recipient(number: string) {
    const statusCode = peer.statusCodes.get(number) ?? peer.statusCode;
    const isTaken = statusCode < FIRST_FAILURE || statusCode === 401;
    messagesMade += 1;
    return {
      statusCode,
      number,
      status: STATUS_NAMES[statusCode] ?? 'Unheard',
      cost: isTaken ? 'KES 0.8000' : '0',
      messageId: isTaken ? `ATXid_${messagesMade.toString(16).padStart(32, '0')}` : 'None',
    };
  }

  http.answer = (response, request) => {
    const send = sendIn(request);
    if (send) sends.push(send);
    if (peer.answerInstead) return peer.answerInstead(response, request);
    if (request.headers.apikey !== API_KEY || usernameIn(request, http.url) !== USERNAME) {
      return response.writeHead(401, { 'content-type': 'text/plain' }).end('The supplied authentication is invalid');
    }
    if (request.method === 'GET') return json(response, 200, peer.balance);
    if (!send) return response.writeHead(404).end('Not Found');
    const recipients = send.numbers.map(recipient);
    const taken = recipients.filter(({ messageId }) => messageId !== 'None').length;
    const status = recipients.some(({ statusCode }) => statusCode === 409) ? 409 : 201;
    return json(
      response,
      status,
      sentAnswer(`Sent to ${taken}/${recipients.length} Total Cost: KES 0.8000`, recipients),
    );
  };
  return peer;
}

export function sentAnswer(message: string, recipients: readonly unknown[]) {
  return { SMSMessageData: { Message: message, Recipients: recipients } };
}

/** What a request asks to send; null when it asks for something else, or in a way that is not documented. */
function sendIn({ method, path, headers, body }: ReceivedRequest): Send | null {
  const contentType = headers['content-type'] ?? '';
  if (method !== 'POST') return null;
  if (path === '/version1/messaging' && contentType.startsWith('application/x-www-form-urlencoded')) {
    const form = new URLSearchParams(body);
    return {
      numbers: form.get('to')?.split(',') ?? [],
      message: form.get('message') ?? '',
      from: form.get('from') ?? undefined,
    };
  }
  if (path === '/version1/messaging/bulk' && contentType.startsWith('application/json')) {
    const { phoneNumbers, message, senderId } = JSON.parse(body) as Record<string, unknown>;
    return { numbers: phoneNumbers as string[], message: message as string, from: senderId as string | undefined };
  }
  return null;
}

function usernameIn({ method, path, headers, body }: ReceivedRequest, url: string): unknown {
  if (method === 'GET') return new URL(path, url).searchParams.get('username');
  if (headers['content-type']?.startsWith('application/json')) return JSON.parse(body).username;
  return new URLSearchParams(body).get('username');
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
