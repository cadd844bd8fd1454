import { Agent, type AgentOptions, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';

interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';

  constructor(
    /** What it failed by: the system's code, or the name of the error. */
    readonly code: string,
    /** Nothing of the request was written. */
    readonly isBeforeSending: boolean,
  ) {
    super(code);
  }
}

/** Servers close idle connections without a word, usually after five seconds; a request that meets that is lost. */
const KEPT_IDLE_MS = 4_000;
const CONNECT_TIMEOUT_MS = 10_000;
const OPTIONS: AgentOptions = { keepAlive: true, timeout: KEPT_IDLE_MS };

type Connect = (options: object, callback: (error: Error | null, socket?: Socket) => void) => unknown;

const AGENTS = {
  'http:': { agent: connectingFirst(new Agent(OPTIONS), 'connect'), request: plainRequest },
  'https:': { agent: connectingFirst(new SecureAgent(OPTIONS), 'secureConnect'), request: secureRequest },
} as const;

/**
 * One call by HTTP; resolves with the head of the answer. Redirects are answers: following one would hand the messages,
 * and the proof of who we are, to an address that nobody configured. Node's own client and not `fetch`, with which
 * a worker needed a quarter more of the processor for a message.
 */
export async function sendRequest({ method, url, headers, body, signal }: HttpRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let hasConnection = false;
  try {
    const target = new URL(url);
    const { agent, request } = AGENTS[target.protocol as keyof typeof AGENTS];
    const sent = request(target, { method, headers, agent, signal });
    sent.once('socket', () => (hasConnection = true));
    sent.once('response', resolve);
    sent.on('error', reject);
    // Also without any error: after an offer to speak another protocol, for one.
    sent.once('close', () => reject(failure('CLOSED')));
    sent.end(body);
    return await promise;
  } catch (error) {
    throw new RequestFailure(failureName(error, signal), !hasConnection);
  }
}

export function failureName(error: unknown, signal: AbortSignal): string {
  // The codes of an abort say less than the name of its reason.
  if (signal.aborted) return (signal.reason as Error).name;
  const { code, name } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : name;
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/**
 * Gives a request its connection when that is up and, with https, the certificate has been checked. So a request that
 * never got one was provably not sent.
 */
function connectingFirst<A extends Agent>(agent: A, ready: string): A {
  const waiting = agent as unknown as { createConnection: Connect };
  const connect = waiting.createConnection.bind(agent);
  waiting.createConnection = (options, callback) => {
    const socket = connect(options, () => undefined) as Socket;
    const giveUp = (): void => void socket.destroy(failure('CONNECT_TIMEOUT'));
    const timer = setTimeout(giveUp, CONNECT_TIMEOUT_MS);
    const settle = (error: Error | null): void => {
      clearTimeout(timer);
      socket.off('error', settle).off('close', close).off(ready, open);
      callback(error, socket);
    };
    const open = (): void => settle(null);
    const close = (): void => settle(failure('CLOSED'));
    socket.once('error', settle).once('close', close).once(ready, open);
  };
  return agent;
}
