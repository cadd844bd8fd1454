import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type {
  ChatEngine,
  EngineAnswer,
  EngineSession,
  SessionFacts,
  SessionReading,
} from '../../../domain/chat/engine.js';
import { answerOf, type CallWaha, isUnknownSession, meWire, sessionFacts } from './wire.js';

const webhookWire = z.object({
  url: z.string(),
  events: z.array(z.string()),
  hmac: z.object({ key: z.string() }),
  retries: z.object({ policy: z.string(), delaySeconds: z.number(), attempts: z.number() }),
});

const sessionWire = z.object({
  name: z.string(),
  status: z.string(),
  me: meWire,
  config: z.record(z.string(), z.unknown()).nullish().catch(null),
});

/** As the list has it, where one session that cannot be read must not hide all the others. */
const listedWire = z
  .object({ name: z.string().nullable().catch(null), status: z.string().nullable().catch(null), me: meWire })
  .catch({ name: null, status: null, me: null });

type WahaSession = z.output<typeof sessionWire>;
type Webhook = z.output<typeof webhookWire>;

/** WAHA waits 2 seconds, then twice as long each time: 15 attempts outlast 18 hours without an answer. */
const RETRIES = { policy: 'exponential', delaySeconds: 2, attempts: 15 };
/** About 600 bytes a session, and the server may have those of others as well. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;
const EVENTS = ['session.status', 'message.ack', 'message.ack.group'];

type SessionMethods = Pick<
  ChatEngine,
  'startSession' | 'stopSession' | 'restartSession' | 'logOutSession' | 'deleteSession' | 'readSessions'
>;

export function createSessions(call: CallWaha, callbackUrl: string, callbackSecret: string): SessionMethods {
  const webhook: Webhook = { url: callbackUrl, events: EVENTS, hmac: { key: callbackSecret }, retries: RETRIES };

  async function startSession({ id }: EngineSession): Promise<EngineAnswer<SessionFacts>> {
    const body = { name: id, start: true, config: { webhooks: [webhook] } };
    const created = await call('POST', '/api/sessions', { body });
    // 422: WAHA has a session of this name; or, in a version that is too old, wants no other name than "default".
    const mayExist = created.kind === 'answered' && created.status === 422;
    const existing = mayExist ? await call('GET', pathTo(id)) : created;
    if (!mayExist || isUnknownSession(existing)) return answerOf(created, readFacts);
    const found = answerOf(existing, readSession);
    if (found.kind !== 'done') return found;
    const updated = hasOnly(webhook, found.value) ? found : await update(found.value);
    return updated.kind === 'done' ? wake(updated.value) : updated;
  }

  /** What the operator has set for the session in other respects, a proxy for instance, stays as it is. */
  async function update({ name, config }: WahaSession): Promise<EngineAnswer<WahaSession>> {
    const kept = Object.entries(config ?? {}).filter(([, value]) => value !== null);
    const body = { config: { ...Object.fromEntries(kept), webhooks: [webhook] } };
    return answerOf(await call('PUT', pathTo(name), { body }), readSession);
  }

  /** Only a stopped session can be started and only a restart helps a failed one. The others are on their way. */
  async function wake({ name, status, me }: WahaSession): Promise<EngineAnswer<SessionFacts>> {
    if (status === 'STOPPED') return answerOf(await call('POST', pathTo(name, '/start')), readFacts);
    if (status === 'FAILED') return answerOf(await call('POST', pathTo(name, '/restart')), readFacts);
    return { kind: 'done', value: sessionFacts(status, me) };
  }

  async function quieten(session: EngineSession, action: '/stop' | '/logout'): Promise<EngineAnswer<SessionFacts>> {
    const exchanged = await call('POST', pathTo(session.id, action));
    if (isUnknownSession(exchanged)) return whereGone(session, { state: 'stopped' });
    // WAHA "stops" sessions that it does not know, and has nothing to say of them.
    return answerOf(exchanged, (body) => (body === null ? { state: 'stopped' } : readFacts(body)));
  }

  async function readSessions(sessions: readonly EngineSession[]): Promise<EngineAnswer<readonly SessionReading[]>> {
    const exchanged = await call('GET', '/api/sessions?all=true', { maxAnswerBytes: MAX_LIST_BYTES });
    return answerOf(exchanged, (body) => readList(body, sessions));
  }

  /** The list has to say so too: a phone that is given up in error stays linked, and nobody looks after it. */
  async function whereGone<T>(session: EngineSession, value: T): Promise<EngineAnswer<T>> {
    const listed = await readSessions([session]);
    if (listed.kind !== 'done') return listed;
    return listed.value[0] === null ? { kind: 'done', value } : { kind: 'unavailable', reason: 'contradicts itself' };
  }

  return {
    startSession,
    readSessions,
    stopSession: (session) => quieten(session, '/stop'),
    logOutSession: (session) => quieten(session, '/logout'),

    async restartSession(session) {
      const exchanged = await call('POST', pathTo(session.id, '/restart'));
      return isUnknownSession(exchanged) ? startSession(session) : answerOf(exchanged, readFacts);
    },

    async deleteSession(session) {
      const exchanged = await call('DELETE', pathTo(session.id));
      return isUnknownSession(exchanged) ? whereGone(session, null) : answerOf(exchanged, () => null);
    },
  };
}

function readList(body: unknown, sessions: readonly EngineSession[]): SessionReading[] | undefined {
  const listed = z.array(listedWire).safeParse(body).data;
  if (!listed) return undefined;
  const readings = new Map<string | null, SessionReading>(
    listed.map(({ name, status, me }) => [name, status === null ? 'unreadable' : sessionFacts(status, me)]),
  );
  // Without its name an entry may be about any session that seems to be missing.
  const missing = readings.has(null) ? 'unreadable' : null;
  return sessions.map(({ id }) => readings.get(id) ?? missing);
}

function pathTo(name: string, action = ''): string {
  return `/api/sessions/${encodeURIComponent(name)}${action}`;
}

function readSession(body: unknown): WahaSession | undefined {
  return sessionWire.safeParse(body).data;
}

function readFacts(body: unknown): SessionFacts | undefined {
  const session = readSession(body);
  return session && sessionFacts(session.status, session.me);
}

/** An update restarts a running session, so there must be a reason for it. */
function hasOnly(webhook: Webhook, { config }: WahaSession): boolean {
  return isDeepStrictEqual(z.array(webhookWire).safeParse(config?.webhooks).data, [webhook]);
}

/** The first code lives for 60 seconds, every other for 20, and WAHA does not say which one it gives. */
const SHORTEST_LIFE_MS = 20_000;

/** Without a value there is no code yet. */
const qrWire = z.object({ value: z.string().nullish() });
const pairingCodeWire = z.object({ code: z.string().min(1) });

export function createPairing(call: CallWaha): Pick<ChatEngine, 'readQr' | 'requestPairingCode'> {
  return {
    async readQr({ id }) {
      const exchanged = await call('GET', `/api/${encodeURIComponent(id)}/auth/qr?format=raw`);
      const answer = answerOf(exchanged, (body) => qrWire.safeParse(body).data);
      if (answer.kind !== 'done') return answer;
      const { value: raw } = answer.value;
      if (!raw) return { kind: 'not_connected' };
      return { kind: 'done', value: { raw, expiresAt: new Date(Date.now() + SHORTEST_LIFE_MS) } };
    },

    async requestPairingCode({ id }, phoneNumber) {
      const exchanged = await call('POST', `/api/${encodeURIComponent(id)}/auth/request-code`, {
        body: { phoneNumber },
      });
      return answerOf(exchanged, (body) => pairingCodeWire.safeParse(body).data?.code);
    },
  };
}
