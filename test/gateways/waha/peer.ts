import { randomBytes } from 'node:crypto';
import { type AnswerRequest, answerJson, type ReceivedRequest, startHttpPeer } from '../http/peer.js';
import { type Addressed, addressed } from './requests.js';
import {
  type Answer,
  type EngineOfPeer,
  groupsAs,
  meOf,
  type PeerGroup,
  type PeerSession,
  refusal,
  sentAs,
  shown,
  signature,
  versionOf,
  type WahaState,
  wrongState,
} from './wire.js';

/**
 * WAHA as its documents and sources describe it: sessions with their states, codes, groups, sends, and webhooks. Its
 * waiting is left out: the real one looks for 5 seconds whether a session comes into the right state.
 */

export const API_KEY = 'api-key-of-the-peer';
export const PHONE = '254711000001';

export interface SentMessage {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly session: string;
  readonly chatId: string;
  readonly id: string;
}

export interface WahaPeer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  readonly sessions: Map<string, PeerSession>;
  readonly sent: readonly SentMessage[];
  /** What WAHA would not have understood. A test must end with none. */
  readonly violations: readonly string[];
  engine: EngineOfPeer;
  version: string;
  groups: readonly PeerGroup[];
  /** Engines need not know of limits and offsets. */
  knowsPages: boolean;
  /** Whatever is asked has its effect; this is said instead of the true answer. */
  answerInstead: AnswerRequest | null;

  /** A session that the peer knows already. */
  add(name: string, status: WahaState, phone?: string | null, config?: PeerSession['config']): PeerSession;
  /** The session comes into another state by itself. */
  enter(session: PeerSession, status: WahaState): Promise<void>;
  /** The chat app acknowledges a message, in a group for one participant. */
  ack(message: SentMessage, ack: number, participant?: string): Promise<void>;
  webhooksDelivered(): Promise<void>;
  close(): Promise<void>;
}

type Body = Readonly<Record<string, unknown>>;

/** Everything that an answer may depend on. */
interface Asked {
  readonly peer: WahaPeer & { readonly sent: SentMessage[] };
  readonly call: Addressed;
  readonly body: Body;
}

const KNOWN: Readonly<Record<string, (session: PeerSession, asked: Asked) => Answer>> = {
  'GET /api/sessions/{session}': (session) => ({ status: 200, body: shown(session) }),
  'PUT /api/sessions/{session}': (session, { peer, body }) => {
    session.config = body.config as PeerSession['config'];
    return session.status === 'STOPPED' ? { status: 200, body: shown(session) } : begin(peer, session, 200);
  },
  'POST /api/sessions/{session}/stop': (session, { peer }) => {
    if (session.status !== 'STOPPED') void peer.enter(session, 'STOPPED');
    return { status: 201, body: shown(session) };
  },
  'POST /api/sessions/{session}/start': (session, { peer }) =>
    session.status === 'STOPPED' ? begin(peer, session) : { status: 201, body: shown(session) },
  'POST /api/sessions/{session}/restart': (session, { peer }) => begin(peer, session),
  'POST /api/sessions/{session}/logout': (session, { peer }) => {
    session.phone = null;
    return session.status === 'STOPPED' ? { status: 201, body: shown(session) } : begin(peer, session);
  },
};

const RUNNING: Readonly<Record<string, (session: PeerSession, asked: Asked) => Answer>> = {
  'GET /api/{session}/auth/qr': (session) =>
    session.status === 'SCAN_QR_CODE'
      ? { status: 200, body: { value: `2@${session.name}` } }
      : wrongState(session, 'SCAN_QR_CODE'),
  'POST /api/{session}/auth/request-code': ({ status }) =>
    status === 'SCAN_QR_CODE'
      ? { status: 201, body: { code: 'ABCD-EFGH' } }
      : refusal(422, `Can request code only in SCAN_QR_CODE status. The current status is ${status}`),
  'GET /api/{session}/groups': (session, { peer, call }) => {
    if (session.status !== 'WORKING') return wrongState(session, 'WORKING');
    const from = peer.knowsPages ? Number(call.query.offset ?? 0) : 0;
    const groups = peer.knowsPages ? peer.groups.slice(from, from + Number(call.query.limit ?? 10_000)) : peer.groups;
    return { status: 200, body: groupsAs(peer.engine, groups) };
  },
};

function answerTo(asked: Asked): Answer {
  const { peer, call, body } = asked;
  const { operation } = call;
  const session = peer.sessions.get(call.session);
  if (operation === 'POST /api/sessions') return create(asked);
  if (operation === 'GET /api/server/version') return { status: 200, body: versionOf(peer) };
  if (operation === 'GET /api/sessions') {
    const listed = [...peer.sessions.values()].filter(({ status }) => call.query.all || status !== 'STOPPED');
    return { status: 200, body: listed.map(shown) };
  }
  if (operation === 'DELETE /api/sessions/{session}') {
    peer.sessions.delete(call.session);
    return { status: 200 };
  }
  if (operation.startsWith('POST /api/send')) return send(peer.sessions.get(String(body.session)), asked);
  const known = KNOWN[operation];
  if (known) {
    // Of a session that it does not know, a stop says nothing at all.
    const unknown = operation.endsWith('/stop') ? { status: 201 } : refusal(404, 'Session not found');
    return session ? known(session, asked) : unknown;
  }
  const started = running(session);
  const answer = RUNNING[operation];
  return started && answer ? answer(started, asked) : notRunning(call.session);
}

function running(session: PeerSession | undefined): PeerSession | undefined {
  return session?.status === 'STOPPED' ? undefined : session;
}

function notRunning(name: string): Answer {
  return refusal(404, `We didn't find a session with name '${name}'.\nPlease start it first`);
}

function create({ peer, body }: Asked): Answer {
  const { name, start = true, config = {} } = body;
  if (peer.sessions.has(String(name))) {
    return refusal(422, `Session '${name}' already exists. Use PUT to update it.`);
  }
  const session = peer.add(String(name), 'STOPPED', null, config as PeerSession['config']);
  return start ? begin(peer, session) : { status: 201, body: shown(session) };
}

/** Starting takes longer than the answer that says so. */
function begin(peer: WahaPeer, session: PeerSession, status = 201): Answer {
  void peer.enter(session, 'STARTING');
  const answer = { status, body: shown(session) };
  void peer.enter(session, session.phone === null ? 'SCAN_QR_CODE' : 'WORKING');
  return answer;
}

function send(session: PeerSession | undefined, { peer, call: { operation }, body }: Asked): Answer {
  if (!session || !running(session)) return notRunning(String(body.session));
  if (session.status !== 'WORKING') return wrongState(session, 'WORKING');
  const chatId = String(body.chatId);
  // WEBJS makes its own ids, and media have no field for one.
  const proposed = peer.engine === 'WEBJS' ? undefined : body.id;
  const id = String(proposed ?? `3EB0${randomBytes(9).toString('hex').toUpperCase()}`);
  peer.sent.push({ operation, body, session: session.name, chatId, id });
  return { status: 201, body: sentAs(peer.engine, chatId, id) };
}

const ACK_NAMES = ['ERROR', 'PENDING', 'SERVER', 'DEVICE', 'READ', 'PLAYED'];

export async function startWahaPeer(): Promise<WahaPeer> {
  const http = await startHttpPeer();
  const violations: string[] = [];
  const webhooks: Promise<unknown>[] = [];
  let lastEventMs = 0;

  async function emit(session: PeerSession, event: string, payload: unknown): Promise<void> {
    lastEventMs = Math.max(lastEventMs + 1, Date.now());
    const envelope = { id: `evt_${lastEventMs}`, timestamp: lastEventMs, event, session: session.name };
    const body = JSON.stringify({ ...envelope, metadata: {}, me: meOf(session), payload, engine: peer.engine });
    for (const { url, events, hmac } of session.config.webhooks ?? []) {
      if (!events.includes(event)) continue;
      const headers = { 'content-type': 'application/json', ...signature(body, hmac?.key ?? '') };
      const delivered = fetch(url, { method: 'POST', headers, body }).then((answer) => answer.text());
      webhooks.push(delivered.catch(() => 'nobody is there'));
    }
    await peer.webhooksDelivered();
  }

  const peer: Asked['peer'] = {
    url: http.url,
    requests: http.requests,
    sessions: new Map(),
    sent: [],
    violations,
    engine: 'NOWEB',
    version: '2026.7.1',
    groups: [],
    knowsPages: true,
    answerInstead: null,

    add(name, status, phone = null, config = {}) {
      const session = { name, status, phone, config };
      peer.sessions.set(name, session);
      return session;
    },

    enter(session, status) {
      session.status = status;
      return emit(session, 'session.status', { name: session.name, status, statuses: [], data: null });
    },

    async ack({ session: name, chatId, id }, ack, participant) {
      const session = peer.sessions.get(name);
      if (!session) throw new Error('there is no such session');
      const written = `true_${chatId}_${id}`;
      const about = { from: chatId, fromMe: true, ack, ackName: ACK_NAMES[ack + 1] };
      if (participant === undefined) await emit(session, 'message.ack', { id: written, participant: null, ...about });
      else await emit(session, 'message.ack.group', { id: `${written}_${participant}`, participant, ...about });
    },

    async webhooksDelivered() {
      await Promise.all(webhooks);
    },

    async close() {
      await peer.webhooksDelivered();
      await http.close();
    },
  };

  http.answer = (response, request) => {
    const { method, path, headers } = request;
    const body = request.body === '' ? undefined : JSON.parse(request.body);
    const answer = judge(method, path, headers['x-api-key'], body);
    if (peer.answerInstead) peer.answerInstead(response, request);
    else if (answer.body === undefined) response.writeHead(answer.status).end();
    else answerJson(answer.body, answer.status, { 'content-type': 'application/json' })(response, request);
  };

  function judge(method: string, path: string, apiKey: unknown, body: Body | undefined): Answer {
    if (apiKey !== API_KEY) return refusal(401, 'Unauthorized');
    const call = addressed(method, path, body);
    violations.push(...(call?.violations ?? [`${method} ${path}: not in the document`]));
    if (!call) return refusal(404, `Cannot ${method} ${path}`);
    return call.violations.length > 0 ? refusal(400, call.violations) : answerTo({ peer, call, body: body ?? {} });
  }

  return peer;
}
