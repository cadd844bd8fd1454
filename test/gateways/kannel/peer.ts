import type { ServerResponse } from 'node:http';
import { type AnswerRequest, type HttpPeer, startHttpPeer } from '../http/peer.js';

/** The smsbox of Kannel 1.4.5: its answers to sendsms, word by word, and its way of calling the address for reports. */

export const USER = { username: 'tester', password: 'a password & more' } as const;

/** [status, words] as the real one gave them. */
export const KANNEL_SAYS = {
  accepted: [202, '0: Accepted for delivery'],
  queued: [202, '3: Queued for later delivery'],
  sentAtOnce: [202, 'Sent.'],
  sentInParts: [202, 'Sent. Message splits: 3'],
  unauthorised: [403, 'Authorization failed for sendsms'],
  notRoutable: [403, 'Not routable. Do not try again.'],
  temporalFailure: [503, 'Temporal failure, try again later.'],
  noReceiver: [400, 'Missing receiver number, rejected'],
  emptyReceiver: [400, 'Empty receiver number not allowed, rejected'],
  denied: [400, 'Number(s) has/have been denied by white- and/or black-lists.'],
  noSender: [400, 'Sender missing and no global set, rejected'],
  badCoding: [400, 'Coding field misformed, rejected'],
  unknownRequest: [404, 'Unknown request.'],
  failed: [500, 'Sending failed.'],
} as const satisfies Record<string, readonly [number, string]>;

export type KannelWords = keyof typeof KANNEL_SAYS;

export interface KannelPeer {
  readonly url: string;
  readonly requests: HttpPeer['requests'];
  /** What it says to a request that is in order; or something that no Kannel would do. */
  answer: KannelWords | AnswerRequest;
  close(): Promise<void>;
}

export async function startKannelPeer(): Promise<KannelPeer> {
  const http = await startHttpPeer();
  const peer: KannelPeer = { url: http.url, requests: http.requests, answer: 'accepted', close: http.close };
  http.answer = (response, request) => {
    const { pathname, searchParams } = new URL(request.path, http.url);
    if (typeof peer.answer === 'function') return peer.answer(response, request);
    if (pathname !== '/cgi-bin/sendsms') return say(response, 'unknownRequest');
    const isKnown = searchParams.get('username') === USER.username && searchParams.get('password') === USER.password;
    // A request with a body is read by its headers: parameters count in the address alone.
    if (request.method !== 'GET' || !isKnown) return say(response, 'unauthorised');
    return say(response, searchParams.has('to') ? peer.answer : 'noReceiver');
  };
  return peer;
}

/** The parameters of the message that a request asked to send. */
export function parametersOf({ path }: { readonly path: string }): Record<string, string> {
  return Object.fromEntries(new URL(path, 'http://kannel').searchParams);
}

function say(response: ServerResponse, words: KannelWords): void {
  const [status, text] = KANNEL_SAYS[words];
  response.writeHead(status, { 'content-type': 'text/html', server: 'Kannel/1.4.5' }).end(text);
}

/** The address that Kannel calls: of the escapes that we use, `%d` is a number and `%A` some words. */
export function filledIn(dlrUrl: string, mask: number, answer: string): string {
  return dlrUrl.replace(/%(.)/g, (whole, letter: string) => {
    if (letter === 'd') return String(mask);
    if (letter === 'A') return encodeURIComponent(answer).replaceAll('%20', '+');
    return letter === '%' ? '%' : whole;
  });
}
