import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { ChatEngine, EngineReport, EngineSession } from '../../../src/domain/chat/engine.js';
import type { CallbackRequest } from '../../../src/domain/sms/gateway.js';
import { createWahaEngine } from '../../../src/gateways/chat/waha/engine.js';
import { type WahaOptions, wahaOptions } from '../../../src/gateways/chat/waha/options.js';
import { type HttpPeer, startHttpPeer } from '../http/peer.js';
import { API_KEY, PHONE, startWahaPeer, type WahaPeer } from './peer.js';
import { signature, type WahaState } from './wire.js';

export const CALLBACK_SECRET = 'what callbacks are signed with';

export interface WahaUnderTest {
  readonly engine: ChatEngine;
  readonly peer: WahaPeer;
  readonly callbackUrl: string;
  /** A session that both sides know. */
  arrange(status: WahaState): Promise<EngineSession>;
  /** What the adapter makes of the callbacks that have arrived since this was last asked. */
  reports(): readonly EngineReport[];
  close(): Promise<void>;
}

/** Longer than anything that answers takes, on a busy machine too; shorter than a reader's patience. */
const TIMEOUT_MS = 1_500;

export function engineFor(url: string, callbackUrl: string, overrides: Partial<WahaOptions> = {}): ChatEngine {
  const options = wahaOptions.parse({ url, api_key: API_KEY, callback_secret: CALLBACK_SECRET });
  const timeouts = { timeoutMs: TIMEOUT_MS, mediaTimeoutMs: TIMEOUT_MS };
  return createWahaEngine('waha', { ...options, ...timeouts, ...overrides, callbackUrl });
}

export async function startWaha(): Promise<WahaUnderTest> {
  const [peer, receiver] = await Promise.all([startWahaPeer(), startHttpPeer()]);
  const callbackUrl = `${receiver.url}/callbacks/waha`;
  const engine = engineFor(peer.url, callbackUrl);
  let seen = 0;
  return {
    engine,
    peer,
    callbackUrl,

    async arrange(status) {
      const session = newSession('connected', status === 'WORKING' ? PHONE : null);
      await engine.startSession(session);
      const known = peer.sessions.get(session.id);
      if (!known) throw new Error('the session was not made');
      known.phone = session.phoneNumber;
      await peer.enter(known, status);
      return session;
    },

    reports() {
      const callbacks = receivedBy(receiver).slice(seen);
      seen += callbacks.length;
      return callbacks.flatMap((callback) => engine.parseCallback?.(callback)?.reports ?? []);
    },

    async close() {
      await peer.close();
      await receiver.close();
      expect(peer.violations).toEqual([]);
    },
  };
}

export function newSession(
  state: EngineSession['state'] = 'stopped',
  phoneNumber: string | null = null,
): EngineSession {
  return { id: randomUUID(), state, phoneNumber };
}

function receivedBy({ requests }: HttpPeer): CallbackRequest[] {
  return requests.map(({ method, headers, body }) => ({
    method,
    path: '',
    remoteAddress: '127.0.0.1',
    query: {},
    headers: headers as Record<string, string>,
    rawBody: Buffer.from(body),
  }));
}

/** A callback as WAHA signs it. */
export function callback(body: unknown, key = CALLBACK_SECRET): CallbackRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const rawBody = Buffer.from(text);
  return { method: 'POST', path: '', remoteAddress: '127.0.0.1', query: {}, headers: signature(text, key), rawBody };
}
