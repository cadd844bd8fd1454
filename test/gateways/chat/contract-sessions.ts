import { describe, expect } from '@jest/globals';
import type { EngineSession, SessionFacts, SessionReading } from '../../../src/domain/chat/engine.js';
import type { Conversation } from './conversation.js';
import { outgoingChat } from './engine-under-test.js';

/** What the program knows of a session once the engine has said this of it. */
function having(session: EngineSession, { state, phoneNumber }: SessionFacts): EngineSession {
  return { ...session, state, phoneNumber: phoneNumber ?? session.phoneNumber };
}

/** What the engine says of a session, where it says anything. */
function factsIn(reading: SessionReading | undefined): SessionFacts | null {
  expect(reading).not.toBe('unreadable');
  return (reading as SessionFacts | null | undefined) ?? null;
}

/** Starting and stopping sessions, linking phones to them, listing their groups. */
export function describeSessionContract(talk: Conversation): void {
  const { inSituation, arrange, ask, kindOf, send, hear } = talk;

  describe('sessions', () => {
    inSituation('new', 'are made known and started, and a second start changes nothing', async () => {
      const { session } = await arrange('new');
      const first = await ask(talk.engine.startSession(session));
      const second = await ask(talk.engine.startSession(having(session, first)));
      for (const { state } of [first, second]) expect(['starting', 'scan_qr']).toContain(state);
    });

    inSituation('connected', 'stay connected when they are started again', async () => {
      const { session, to } = await arrange('connected');
      expect((await ask(talk.engine.startSession(session))).state).toBe('connected');
      expect((await send(session, outgoingChat(to))).kind).toBe('accepted');
    });

    inSituation('connected', 'stop, also twice, and start again with the same phone', async () => {
      const { session, to } = await arrange('connected');
      const stopped = having(session, await ask(talk.engine.stopSession(session)));
      expect(stopped.state).toBe('stopped');
      expect((await ask(talk.engine.stopSession(stopped))).state).toBe('stopped');
      expect(await ask(talk.engine.readSessions([stopped]))).toMatchObject([{ state: 'stopped' }]);
      expect((await send(stopped, outgoingChat(to))).kind).toBe('not_connected');
      expect(['starting', 'connected']).toContain((await ask(talk.engine.startSession(stopped))).state);
    });

    inSituation('connected', 'restart with the same phone, also twice', async () => {
      const { session } = await arrange('connected');
      const first = await ask(talk.engine.restartSession(session));
      const second = await ask(talk.engine.restartSession(having(session, first)));
      for (const { state } of [first, second]) expect(['starting', 'connected']).toContain(state);
    });

    inSituation('connected', 'ask for a new scan once they were logged out', async () => {
      const { session, to } = await arrange('connected');
      const { state } = await ask(talk.engine.logOutSession(session));
      expect(['stopped', 'starting', 'scan_qr']).toContain(state);
      const loggedOut = { ...session, state, phoneNumber: null };
      expect((await send(loggedOut, outgoingChat(to))).kind).toBe('not_connected');
      expect(['done', 'not_connected']).toContain(await kindOf(talk.engine.logOutSession(loggedOut)));
      expect(['starting', 'scan_qr']).toContain((await ask(talk.engine.startSession(loggedOut))).state);
    });

    inSituation('connected', 'are forgotten, also twice', async () => {
      const { session } = await arrange('connected');
      expect(await ask(talk.engine.deleteSession(session))).toBeNull();
      expect(await ask(talk.engine.deleteSession(session))).toBeNull();
      if (talk.canBring('unknown_to_engine')) expect(await ask(talk.engine.readSessions([session]))).toEqual([null]);
    });

    inSituation('connected', 'are told of in the order in which they were asked about', async () => {
      const { session: connected } = await arrange('connected');
      const { session: waiting } = await arrange('waiting_for_scan');
      const states = async (...sessions: EngineSession[]) =>
        (await ask(talk.engine.readSessions(sessions))).map((reading) => factsIn(reading)?.state);
      expect(await states(connected, waiting)).toEqual(['connected', 'scan_qr']);
      expect(await states(waiting, connected, waiting)).toEqual(['scan_qr', 'connected', 'scan_qr']);
      expect(await states()).toEqual([]);
    });

    inSituation('connected', 'come with the digits of their phone, if with anything', async () => {
      const { session } = await arrange('connected');
      for (const reading of await ask(talk.engine.readSessions([session]))) {
        expect(factsIn(reading)?.phoneNumber ?? session.phoneNumber).toBe(session.phoneNumber);
      }
    });

    inSituation(
      'unknown_to_engine',
      'that the engine does not know are not connected and not in its list',
      async () => {
        const { session: known } = await arrange('connected');
        const { session, to } = await arrange('unknown_to_engine');
        expect(await ask(talk.engine.readSessions([session, known]))).toEqual([null, expect.anything()]);
        expect((await send(session, outgoingChat(to))).kind).toBe('not_connected');
        expect(await kindOf(talk.engine.listGroups(session))).toBe('not_connected');
        expect(await kindOf(talk.engine.readQr(session))).toBe('not_connected');
        expect(await kindOf(talk.engine.requestPairingCode(session, to))).toBe('not_connected');
        expect(['done', 'not_connected']).toContain(await kindOf(talk.engine.stopSession(session)));
        expect(['done', 'not_connected']).toContain(await kindOf(talk.engine.logOutSession(session)));
        expect(await ask(talk.engine.deleteSession(session))).toBeNull();
      },
    );

    inSituation('unknown_to_engine', 'that the engine has forgotten can be started', async () => {
      const { session } = await arrange('unknown_to_engine');
      await ask(talk.engine.startSession(session));
      expect(await ask(talk.engine.readSessions([session]))).toEqual([expect.anything()]);
    });
  });

  describe('linking a phone', () => {
    inSituation('waiting_for_scan', 'gives a code to scan that ends soon', async () => {
      const { session } = await arrange('waiting_for_scan');
      const { raw, expiresAt } = await ask(talk.engine.readQr(session));
      expect(raw).not.toBe('');
      const remainingMs = expiresAt.getTime() - Date.now();
      expect(remainingMs).toBeGreaterThan(0);
      expect(remainingMs).toBeLessThanOrEqual(600_000);
    });

    inSituation('waiting_for_scan', 'gives a code to type', async () => {
      const { session, to } = await arrange('waiting_for_scan');
      expect(await ask(talk.engine.requestPairingCode(session, to))).toMatch(/^[A-Z0-9]{4}-?[A-Z0-9]{4}$/);
    });

    inSituation('waiting_for_scan', 'tells that a phone is connected once it has scanned', async () => {
      const { session } = await arrange('waiting_for_scan');
      const reports = await talk.peer.scan(session);
      const told = reports.flatMap((report) => (report.kind === 'session' ? [hear(report)] : []));
      expect(told.at(-1)).toMatchObject({ sessionId: session.id, state: 'connected', atMs: expect.any(Number) });
      expect(told.at(-1)?.phoneNumber ?? '').toMatch(/^\d*$/);
      // A time in seconds would make every later report look older than the first.
      expect(Math.abs((told.at(-1)?.atMs ?? 0) - Date.now())).toBeLessThan(3_600_000);
    });

    inSituation('connected', 'has no code for a session that needs none', async () => {
      const { session, to } = await arrange('connected');
      expect(await kindOf(talk.engine.readQr(session))).toBe('not_connected');
      expect(['not_connected', 'rejected']).toContain(await kindOf(talk.engine.requestPairingCode(session, to)));
    });
  });

  describe('groups', () => {
    inSituation('connected', 'are listed, each once, with an id to send to', async () => {
      const { session, groupId } = await arrange('connected');
      const groups = await ask(talk.engine.listGroups(session));
      const ids = groups.map(({ chatId }) => chatId);
      expect(ids).toContain(groupId);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { chatId, name: title, participantCount } of groups) {
        expect(chatId).toMatch(/^[\w-]+@g\.us$/);
        expect(title).toEqual(expect.any(String));
        expect(participantCount ?? 1).toBeGreaterThan(0);
      }
    });

    inSituation('phone_away', 'cannot be listed while the phone is not connected', async () => {
      const { session } = await arrange('phone_away');
      expect(await kindOf(talk.engine.listGroups(session))).toBe('not_connected');
    });
  });
}
