import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type {
  ChatEngine,
  EngineReport,
  EngineSession,
  OutgoingChatMessage,
  SessionFacts,
} from '../../../src/domain/chat/engine.js';
import { DEMO_PHONES } from '../../../src/domain/chat/sandbox-numbers.js';
import type { CallbackRequest } from '../../../src/domain/sms/gateway.js';
import { SESSION_STATES, type SessionState } from '../../../src/domain/vocabulary.js';
import { createChatSandbox } from '../../../src/gateways/chat/sandbox/engine.js';
import { describeEngineContract } from './contract-suite.js';
import { type EngineUnderTest, outgoingChat, type Situation } from './engine-under-test.js';

interface KeptReports {
  readonly engine: string;
  readonly reports: readonly EngineReport[];
  readonly delayMs: number | undefined;
}

const OPTIONS = {
  name: 'sandbox',
  delayMs: 1_000,
  publicUrl: 'https://sms.example.org/postrider',
  secretKey: 'a key of at least thirty-two characters',
};

const SESSION_ID = '0190f3c1-0000-7000-8000-0000000000aa';
const PHONE = '254711000001';

async function startSandbox(
  options: Partial<typeof OPTIONS> = {},
): Promise<{ engine: ChatEngine; kept: KeptReports[] }> {
  const kept: KeptReports[] = [];
  const engine = createChatSandbox({ ...OPTIONS, ...options });
  await engine.start?.({
    async accept(name, reports, delayMs) {
      kept.push({ engine: name, reports, delayMs });
    },
  });
  return { engine, kept };
}

function sessionIn(state: SessionState, phoneNumber: string | null = PHONE, id = SESSION_ID): EngineSession {
  return { id, state, phoneNumber };
}

async function scanUrl(engine: ChatEngine, session: EngineSession): Promise<string> {
  const answer = await engine.readQr(session);
  return answer.kind === 'done' ? answer.value.raw : '';
}

async function groupsOf(engine: ChatEngine, session: EngineSession): Promise<readonly string[]> {
  const answer = await engine.listGroups(session);
  return answer.kind === 'done' ? answer.value.map(({ chatId }) => chatId) : [];
}

/** What the server makes of the request when somebody opens the address. */
function opening(url: string, name = OPTIONS.name): CallbackRequest {
  const path = url.split(`/callbacks/${name}/`)[1] ?? '';
  return { method: 'GET', path, remoteAddress: '127.0.0.1', query: {}, headers: {}, rawBody: Buffer.alloc(0) };
}

const RECIPIENTS: Partial<Record<Situation, string>> = {
  rejects: '12025550124',
  nobody_listens: '12025550126',
  answer_lost: '12025550125',
  acks_after_lost_answer: '12025550125',
  acks_failed: '12025550120',
  acks_twice: '12025550122',
};

const SESSIONS: Partial<Record<Situation, readonly [SessionState, string | null]>> = {
  new: ['stopped', null],
  waiting_for_scan: ['scan_qr', null],
  phone_away: ['connected', DEMO_PHONES.disconnected],
};

const IMPOSSIBLE: Situation[] = [
  'unknown_to_engine',
  'quotes_the_message',
  'connection_dropped',
  'garbage_answer',
  'engine_away',
];

async function sandboxUnderTest(): Promise<EngineUnderTest> {
  const { engine, kept } = await startSandbox();
  const other = await startSandbox({ secretKey: 'another key, of as many characters at least' });
  const namesake = await startSandbox({ name: 'sandbox-2' });
  const waiting = sessionIn('scan_qr', null);
  const authentic = opening(await scanUrl(engine, waiting));
  const acks = () => kept.flatMap(({ reports }) => reports.filter((report) => report.kind === 'ack'));
  let sessionsMade = 0;
  return {
    engine,
    async arrange(situation) {
      sessionsMade += 1;
      const [state, phoneNumber] = SESSIONS[situation] ?? ['connected', PHONE];
      const session = sessionIn(state, phoneNumber, `0190f3c1-0000-7000-8000-00000000000${sessionsMade}`);
      const [groupId = ''] = await groupsOf(engine, { ...session, state: 'connected', phoneNumber: PHONE });
      return { session, to: RECIPIENTS[situation] ?? '12025550100', groupId };
    },
    received: () => new Set(acks().map(({ messageId }) => messageId)).size,
    reportsOn: async (_session, { proposedId }) => acks().filter(({ messageId }) => messageId === proposedId),
    scan: async (session) => engine.parseCallback?.(opening(await scanUrl(engine, session)))?.reports ?? [],
    forgedCallbacks: [
      opening(await scanUrl(other.engine, waiting)),
      opening(await scanUrl(namesake.engine, waiting), 'sandbox-2'),
      { ...authentic, method: 'HEAD' },
      { ...authentic, method: 'POST' },
      { ...authentic, path: authentic.path.slice(0, -1) },
      { ...authentic, path: `${authentic.path}=` },
      { ...authentic, path: authentic.path.replace(SESSION_ID, SESSION_ID.replace('aa', 'ab')) },
      { ...authentic, path: authentic.path.replace(/\.(\d+)\./, (_all, end) => `.${Number(end) + 3600}.`) },
      { ...authentic, path: authentic.path.replace('scan/', '') },
    ],
    garbageCallbacks: ['', 'scan/', 'scan/..', 'scan/%00', 'scan/a.b.c', `scan/${'9.'.repeat(50_000)}`].map((path) => ({
      ...authentic,
      path,
    })),
    secrets: [OPTIONS.secretKey],
    close: async () => undefined,
  };
}

describeEngineContract('The sandbox for chat', IMPOSSIBLE, sandboxUnderTest);

describe('The sandbox for chat', () => {
  let engine: ChatEngine;
  let kept: KeptReports[];

  beforeEach(async () => {
    ({ engine, kept } = await startSandbox());
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const timetable = () =>
    kept.map(({ delayMs, reports }) => [delayMs, ...reports.map((report) => report.kind === 'ack' && report.ack)]);

  const send = (message: OutgoingChatMessage, session = sessionIn('connected')) => engine.send(session, message);

  const ORDINARY = [
    [1_000, 'sent'],
    [2_000, 'delivered'],
    [3_000, 'read'],
  ];

  describe('outcomes', () => {
    it.each([
      [PHONE, 'accepted', ORDINARY],
      ['12025550100', 'accepted', ORDINARY],
      ['1202555012', 'accepted', ORDINARY],
      ['112025550124', 'accepted', ORDINARY],
      ['12025550120', 'accepted', [[1_000, 'failed']]],
      ['12025550121', 'accepted', []],
      [
        '12025550122',
        'accepted',
        [
          [1_000, 'sent'],
          [2_000, 'sent', 'delivered'],
          [3_000, 'delivered', 'read'],
          [4_000, 'read'],
        ],
      ],
      [
        '12025550123',
        'accepted',
        [
          [1_000, 'read'],
          [2_000, 'delivered'],
          [3_000, 'sent'],
        ],
      ],
      ['12025550124', 'rejected', []],
      ['12025550125', 'unknown', ORDINARY],
      ['12025550126', 'not_sent', []],
    ])('answers a send to %s with "%s" and its acks', async (to, kind, acks) => {
      expect(await send(outgoingChat(to))).toMatchObject({ kind });
      expect(timetable()).toEqual(acks);
    });

    it('uses the proposed id', async () => {
      const message = outgoingChat(PHONE);
      expect(await send(message)).toEqual({ kind: 'accepted', messageId: message.proposedId });
      expect(kept[0]?.reports).toEqual([
        { kind: 'ack', sessionId: SESSION_ID, messageId: message.proposedId, to: PHONE, ack: 'sent' },
      ]);
    });

    it('hears from three people in a group, of whom two have read', async () => {
      const [groupId = ''] = await groupsOf(engine, sessionIn('connected'));
      await send(outgoingChat(groupId));
      expect(timetable()).toEqual([
        [1_000, 'sent'],
        [2_000, 'delivered', 'delivered', 'delivered'],
        [3_000, 'read', 'read'],
      ]);
    });

    it('never acks at once, so that the send is settled first', async () => {
      const immediate = await startSandbox({ delayMs: 0 });
      await immediate.engine.send(sessionIn('connected'), outgoingChat(PHONE));
      expect(immediate.kept.map(({ delayMs }) => delayMs)).toEqual([20, 40, 60]);
    });

    it('leaves a message in doubt when its acks could not be kept', async () => {
      await engine.start?.({ accept: () => Promise.reject(new Error('the disk is full')) });
      await expect(send(outgoingChat(PHONE))).rejects.toThrow('the disk is full');
    });

    it('sends nothing once it was stopped', async () => {
      await engine.stop?.();
      expect(await send(outgoingChat(PHONE))).toEqual({ kind: 'not_sent' });
      expect(await engine.requestPairingCode(sessionIn('scan_qr', null), PHONE)).toEqual({ kind: 'unavailable' });
      expect(kept).toEqual([]);
    });
  });

  describe('sessions', () => {
    const never: SessionFacts = {
      state: 'disconnected',
      phoneNumber: DEMO_PHONES.disconnected,
      reason: 'kept_disconnected',
    };

    it.each<[string, SessionState, string | null, SessionFacts]>([
      ['as it was: stopped', 'stopped', PHONE, { state: 'stopped' }],
      ['as it was: waiting', 'scan_qr', null, { state: 'scan_qr' }],
      ['as it was: connected', 'connected', PHONE, { state: 'connected', phoneNumber: PHONE }],
      ['as it was: failed', 'failed', PHONE, { state: 'failed' }],
      ['connected although it seems to stall', 'stalled', PHONE, { state: 'connected', phoneNumber: PHONE }],
      ['connected although it seemed lost', 'disconnected', PHONE, { state: 'connected', phoneNumber: PHONE }],
      ['waiting when it has no phone to be connected to', 'disconnected', null, { state: 'scan_qr' }],
      ['started, with a phone', 'starting', PHONE, { state: 'connected', phoneNumber: PHONE }],
      ['started, without a phone', 'starting', null, { state: 'scan_qr' }],
      ['connected though its phone is not known', 'connected', null, { state: 'connected' }],
      ['disconnected when it is the demo phone for that', 'disconnected', DEMO_PHONES.disconnected, never],
      ['disconnected even where it is held for connected', 'connected', DEMO_PHONES.disconnected, never],
    ])('finds a session %s', async (_title, state, phoneNumber, facts) => {
      expect(await engine.readSessions([sessionIn(state, phoneNumber)])).toEqual({ kind: 'done', value: [facts] });
    });

    it.each(SESSION_STATES)(
      'lets the demo phone "disconnected" neither start nor send when it is %s',
      async (state) => {
        const session = sessionIn(state, DEMO_PHONES.disconnected);
        expect(await engine.startSession(session)).toEqual({ kind: 'done', value: never });
        expect(await engine.restartSession(session)).toEqual({ kind: 'done', value: never });
        expect(await send(outgoingChat(PHONE), session)).toEqual({ kind: 'not_connected' });
        expect(await engine.listGroups(session)).toEqual({ kind: 'not_connected' });
      },
    );

    it('rejects everything that the demo phone "rejecting" sends, whoever it is for', async () => {
      const session = sessionIn('connected', DEMO_PHONES.rejecting);
      for (const to of [PHONE, '12025550121', '12025550126', ...(await groupsOf(engine, session))]) {
        expect(await send(outgoingChat(to), session)).toEqual({ kind: 'rejected', reason: expect.any(String) });
      }
      expect(kept).toEqual([]);
    });

    it('sends through the demo phone "connected"', async () => {
      const session = sessionIn('connected', DEMO_PHONES.connected);
      expect((await send(outgoingChat(PHONE), session)).kind).toBe('accepted');
    });

    it.each(SESSION_STATES)('sends, and lists groups, only for a connected session: %s', async (state) => {
      const connected = state === 'connected' || state === 'stalled';
      expect((await send(outgoingChat(PHONE), sessionIn(state))).kind).toBe(connected ? 'accepted' : 'not_connected');
      expect((await engine.listGroups(sessionIn(state))).kind).toBe(connected ? 'done' : 'not_connected');
    });
  });

  describe('codes', () => {
    const waiting = sessionIn('scan_qr', null);

    it('leads a scan to its own callback, on any process', async () => {
      const raw = await scanUrl(engine, waiting);
      expect(raw.startsWith(`https://sms.example.org/postrider/callbacks/sandbox/scan/${SESSION_ID}.`)).toBe(true);
      const { engine: elsewhere } = await startSandbox();
      expect(elsewhere.parseCallback?.(opening(raw))?.reports).toHaveLength(1);
    });

    it('links a made-up phone that chooses no outcome, the same at every scan, and says so to whoever scanned', async () => {
      const request = opening(await scanUrl(engine, waiting));
      const [first, second] = [engine.parseCallback?.(request), engine.parseCallback?.(request)];
      const phones = [first, second].map(
        (parsed) => parsed?.reports[0]?.kind === 'session' && parsed.reports[0].phoneNumber,
      );
      expect(phones[0]).toMatch(/^1202555(?!01|00)\d{4}$/);
      expect(phones[1]).toBe(phones[0]);
      expect(first?.answer).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8' });
      expect(first?.answer?.body).toContain('connected');
    });

    it('takes a code until it ends and not after', async () => {
      jest.useFakeTimers({ now: new Date('2026-11-20T10:00:29.999Z') });
      const answer = await engine.readQr(waiting);
      const expiresAt = answer.kind === 'done' ? answer.value.expiresAt : new Date(0);
      expect(expiresAt).toEqual(new Date('2026-11-20T10:01:00.000Z'));
      const request = opening(await scanUrl(engine, waiting));
      jest.setSystemTime(expiresAt.getTime() - 1);
      expect(engine.parseCallback?.(request)?.reports).toHaveLength(1);
      jest.setSystemTime(expiresAt);
      expect(engine.parseCallback?.(request)).toBeNull();
    });

    it.each(SESSION_STATES.filter((state) => state !== 'scan_qr'))(
      'gives none when the session is %s',
      async (state) => {
        expect(await engine.readQr(sessionIn(state))).toEqual({ kind: 'not_connected' });
        expect(await engine.requestPairingCode(sessionIn(state), PHONE)).toEqual({ kind: 'not_connected' });
        expect(kept).toEqual([]);
      },
    );

    it('connects the phone that asked for a code to type as if it had been typed', async () => {
      jest.useFakeTimers({ now: 1_000_000 });
      const answer = await engine.requestPairingCode(waiting, PHONE);
      expect(answer).toEqual({ kind: 'done', value: expect.stringMatching(/^[A-Z]{4}-\d{4}$/) });
      const report = {
        kind: 'session',
        sessionId: SESSION_ID,
        state: 'connected',
        phoneNumber: PHONE,
        atMs: 1_001_000,
        onlyFrom: 'scan_qr',
      };
      expect(kept).toEqual([{ engine: 'sandbox', delayMs: 1_000, reports: [report] }]);
      expect(await engine.requestPairingCode(waiting, PHONE)).toEqual(answer);
    });
  });

  it('lets one recipient write back, to the message that was sent', async () => {
    const message = { ...outgoingChat('12025550127'), text: 'Are you there?' };
    await engine.send(sessionIn('connected'), message);
    const replies = kept.flatMap(({ reports, delayMs }) =>
      reports.filter(({ kind }) => kind === 'message').map((report) => ({ ...report, delayMs })),
    );
    expect(replies).toMatchObject([
      { party: '12025550127', text: 'You wrote: Are you there?', replyTo: message.proposedId, delayMs: 4_000 },
    ]);
  });

  it('lists the same few groups every time, and others for other phones', async () => {
    const ids = await groupsOf(engine, sessionIn('connected'));
    expect(ids).toHaveLength(4);
    expect(await groupsOf((await startSandbox()).engine, sessionIn('stalled'))).toEqual(ids);
    const others = await groupsOf(engine, sessionIn('connected', PHONE, SESSION_ID.replace('aa', 'ab')));
    expect(others.filter((id) => ids.includes(id))).toEqual([]);
  });
});
