import { createHmac, randomBytes } from 'node:crypto';

/** What WAHA says, in its own forms. */

export type WahaState = 'STOPPED' | 'STARTING' | 'SCAN_QR_CODE' | 'WORKING' | 'FAILED' | 'PASSKEY_REQUIRED';

/** WAHA runs one of these; each answers sends and lists groups in its own form. */
export type EngineOfPeer = 'NOWEB' | 'WEBJS' | 'GOWS';

export interface PeerSession {
  readonly name: string;
  status: WahaState;
  config: { readonly webhooks?: readonly Webhook[]; readonly [setting: string]: unknown };
  /** Digits of the phone that is linked, also while the session is stopped. */
  phone: string | null;
}

export interface Webhook {
  readonly url: string;
  readonly events: readonly string[];
  readonly hmac?: { readonly key: string };
}

export interface PeerGroup {
  readonly id: string;
  readonly name: string;
  readonly participants: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

const REFUSALS = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found', 422: 'Unprocessable Entity' } as const;

export function refusal(statusCode: keyof typeof REFUSALS, message: unknown): Answer {
  return { status: statusCode, body: { message, error: REFUSALS[statusCode], statusCode } };
}

export function wrongState({ name, status }: PeerSession, expected: WahaState): Answer {
  const error = 'Session status is not as expected. Try again later or restart the session';
  return { status: 422, body: { error, session: name, status, expected: [expected] } };
}

/** What an engine threw. WAHA hands it on, together with the whole request. */
export function thrown(message: string, request: unknown): unknown {
  return {
    statusCode: 500,
    timestamp: new Date().toISOString(),
    exception: { stack: `Error: ${message}\n    at sendText`, message, name: 'Error' },
    request,
    version: versionOf({ version: '2026.7.1', engine: 'NOWEB' }),
  };
}

export function versionOf({ version, engine }: { readonly version: string; readonly engine: EngineOfPeer }): unknown {
  return { version, engine, tier: 'CORE', browser: null, platform: 'linux/x64', worker: { id: null } };
}

/** A session as answers have it, with its nulls. */
export function shown(session: PeerSession): unknown {
  const { name, status, config } = session;
  const webhooks = (config.webhooks ?? []).map((webhook) => ({ customHeaders: null, ...webhook }));
  return { name, status, config: { proxy: null, debug: false, ...config, webhooks }, me: meOf(session) };
}

export function meOf({ phone, status }: PeerSession): unknown {
  if (phone === null || status !== 'WORKING') return null;
  return { id: `${phone}@c.us`, pushName: '~', jid: `${phone}:7@s.whatsapp.net`, lid: '99@lid' };
}

/** GOWS writes hidden ids where it can. */
export function sentAs(engine: EngineOfPeer, chatId: string, id: string): unknown {
  switch (engine) {
    case 'NOWEB':
      return { key: { remoteJid: chatId.replace('c.us', 's.whatsapp.net'), fromMe: true, id }, status: 'PENDING' };
    case 'WEBJS':
      return { id: { fromMe: true, remote: chatId, id, _serialized: `true_${chatId}_${id}` }, ack: 0 };
    case 'GOWS':
      return { id: `true_${chatId.replace(/\d+@c\.us/, '77@lid')}_${id}`, _data: { Info: { ID: id } } };
  }
}

/** NOWEB gives a map, the others a list. */
export function groupsAs(engine: EngineOfPeer, groups: readonly PeerGroup[]): unknown {
  switch (engine) {
    case 'NOWEB':
      return Object.fromEntries(
        groups.map(({ id, name, participants }) => [
          id,
          { id, subject: name, participants: participants.map((person) => ({ id: person, admin: null })) },
        ]),
      );
    case 'WEBJS':
      return groups.map(({ id, name, participants }) => ({
        id: { user: id.split('@')[0], server: 'g.us', _serialized: id },
        name,
        groupMetadata: { participants: participants.map((person) => ({ id: { _serialized: person } })) },
      }));
    case 'GOWS':
      return groups.map(({ id, name, participants }) => ({
        JID: id,
        Name: name,
        Participants: participants.map((JID) => ({ JID, IsAdmin: false })),
      }));
  }
}

export function signature(body: string, key: string): Record<string, string> {
  return {
    'x-webhook-request-id': randomBytes(8).toString('hex'),
    'x-webhook-timestamp': String(Date.now()),
    'x-webhook-hmac': createHmac('sha512', key).update(body).digest('hex'),
    'x-webhook-hmac-algorithm': 'sha512',
  };
}
