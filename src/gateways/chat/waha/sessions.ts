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

/** An entry of the list. One that cannot be parsed must not hide the others. */
const listedWire = z
  .object({ name: z.string().nullable().catch(null), status: z.string().nullable().catch(null), me: meWire })
  .catch({ name: null, status: null, me: null });

type WahaSession = z.output<typeof sessionWire>;
type Webhook = z.output<typeof webhookWire>;

/** WAHA waits 2 seconds and then doubles the wait: 15 attempts last 18 hours. */
const RETRIES = { policy: 'exponential', delaySeconds: 2, attempts: 15 };
/**
 * The longest list of sessions that the adapter reads from WAHA: about 600 bytes a session, those of other applications
 * included.
 */
const MAX_LIST_BYTES = 32 * 1024 * 1024;
/** Not `message.any`, which repeats what Postrider has sent. */
const EVENTS = ['session.status', 'message', 'message.ack', 'message.ack.group'];

type SessionMethods = Pick<
  ChatEngine,
  'startSession' | 'stopSession' | 'restartSession' | 'logOutSession' | 'deleteSession' | 'readSessions'
>;

export function createSessions(call: CallWaha, callbackUrl: string, callbackSecret: string): SessionMethods {
  const webhook: Webhook = { url: callbackUrl, events: EVENTS, hmac: { key: callbackSecret }, retries: RETRIES };

  async function startSession({ id }: EngineSession): Promise<EngineAnswer<SessionFacts>> {
    const body = { name: id, start: true, config: { webhooks: [webhook] } };
    const created = await call('POST', '/api/sessions', { body });
    // 422: the session exists already; or WAHA is too old and allows only the name "default".
    const mayExist = created.kind === 'answered' && created.status === 422;
    const existing = mayExist ? await call('GET', pathTo(id)) : created;
    if (!mayExist || isUnknownSession(existing)) return answerOf(created, readFacts);
    const found = answerOf(existing, readSession);
    if (found.kind !== 'done') return found;
    return hasOnly(webhook, found.value) ? wake(found.value) : updateAndWake(found.value);
  }

  /** WAHA restarts a running session whose settings change. */
  async function updateAndWake(session: WahaSession): Promise<EngineAnswer<SessionFacts>> {
    const updated = await update(session);
    return updated.kind === 'done' ? wake(updated.value) : updated;
  }

  /** Also brings the settings of a session up to date that an older version of Postrider has created. */
  async function restartSession(session: EngineSession): Promise<EngineAnswer<SessionFacts>> {
    const existing = await call('GET', pathTo(session.id));
    if (isUnknownSession(existing)) return startSession(session);
    const found = answerOf(existing, readSession);
    if (found.kind !== 'done') return found;
    if (!hasOnly(webhook, found.value)) return updateAndWake(found.value);
    return answerOf(await call('POST', pathTo(session.id, '/restart')), readFacts);
  }

  /** Keeps the operator's other settings of the session, such as a proxy. */
  async function update({ name, config }: WahaSession): Promise<EngineAnswer<WahaSession>> {
    const kept = Object.entries(config ?? {}).filter(([, value]) => value !== null);
    const body = { config: { ...Object.fromEntries(kept), webhooks: [webhook] } };
    return answerOf(await call('PUT', pathTo(name), { body }), readSession);
  }

  /** WAHA can start only a stopped session, and a failed one needs a restart. The others connect by themselves. */
  async function wake({ name, status, me }: WahaSession): Promise<EngineAnswer<SessionFacts>> {
    if (status === 'STOPPED') return answerOf(await call('POST', pathTo(name, '/start')), readFacts);
    if (status === 'FAILED') return answerOf(await call('POST', pathTo(name, '/restart')), readFacts);
    return { kind: 'done', value: sessionFacts(status, me) };
  }

  async function halt(session: EngineSession, action: '/stop' | '/logout'): Promise<EngineAnswer<SessionFacts>> {
    const exchanged = await call('POST', pathTo(session.id, action));
    if (isUnknownSession(exchanged)) return confirmGone(session, { state: 'stopped' });
    // WAHA accepts the stop of an unknown session, with an empty body.
    return answerOf(exchanged, (body) => (body === null ? { state: 'stopped' } : readFacts(body)));
  }

  async function readSessions(sessions: readonly EngineSession[]): Promise<EngineAnswer<readonly SessionReading[]>> {
    const exchanged = await call('GET', '/api/sessions?all=true', { maxAnswerBytes: MAX_LIST_BYTES });
    return answerOf(exchanged, (body) => readList(body, sessions));
  }

  /** Checks the list as well: if the 404 were wrong, the phone would stay linked without a session that watches it. */
  async function confirmGone<T>(session: EngineSession, value: T): Promise<EngineAnswer<T>> {
    const listed = await readSessions([session]);
    if (listed.kind !== 'done') return listed;
    return listed.value[0] === null ? { kind: 'done', value } : { kind: 'unavailable', reason: 'contradicts itself' };
  }

  return {
    startSession,
    restartSession,
    readSessions,
    stopSession: (session) => halt(session, '/stop'),
    logOutSession: (session) => halt(session, '/logout'),

    async deleteSession(session) {
      const exchanged = await call('DELETE', pathTo(session.id));
      return isUnknownSession(exchanged) ? confirmGone(session, null) : answerOf(exchanged, () => null);
    },
  };
}

function readList(body: unknown, sessions: readonly EngineSession[]): SessionReading[] | undefined {
  const listed = z.array(listedWire).safeParse(body).data;
  if (!listed) return undefined;
  const readings = new Map<string | null, SessionReading>(
    listed.map(({ name, status, me }) => [name, status === null ? 'unreadable' : sessionFacts(status, me)]),
  );
  // An entry without a name may be any of the missing sessions.
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

/** An unnecessary update would restart a running session. */
function hasOnly(webhook: Webhook, { config }: WahaSession): boolean {
  return isDeepStrictEqual(z.array(webhookWire).safeParse(config?.webhooks).data, [webhook]);
}

/** The first code is valid for 60 seconds, later ones for 20, and WAHA does not say which one it returns. */
const SHORTEST_LIFE_MS = 20_000;
/** WAHA gives so many codes, and then fails. */
const CODES = 6;

/** Without `value` there is no code yet. */
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
      const expiresAt = new Date(Date.now() + SHORTEST_LIFE_MS);
      return { kind: 'done', value: { raw, expiresAt, attempts: CODES } };
    },

    async requestPairingCode({ id }, phoneNumber) {
      const exchanged = await call('POST', `/api/${encodeURIComponent(id)}/auth/request-code`, {
        body: { phoneNumber },
      });
      return answerOf(exchanged, (body) => pairingCodeWire.safeParse(body).data?.code);
    },
  };
}
