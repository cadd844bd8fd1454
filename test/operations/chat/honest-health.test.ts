import { describe, expect, it } from '@jest/globals';
import type { EngineAnswer, SessionFacts } from '../../../src/domain/chat/engine.js';
import { controlSession } from '../../../src/operations/chat/control-session.js';
import { findSession } from '../../../src/operations/chat/sessions.js';
import {
  createEngineProbe,
  disconnectAbandonedSessions,
  watchPhones,
} from '../../../src/operations/chat/watch-phones.js';
import { setTheChatStage } from '../../support/chat-stage.js';
import { seeEvents } from '../../support/see.js';
import { withGateways } from '../../support/services.js';
import { untilSomeoneWaits } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();

const says = (state: SessionFacts['state'], reason?: SessionFacts['reason']): EngineAnswer<SessionFacts> => ({
  kind: 'done',
  value: { state, ...(reason === undefined ? {} : { reason }) },
});

const AWAY: EngineAnswer<SessionFacts> = { kind: 'unavailable' };

/** A stage whose engine can be told what to say from now on; null: it does not know the session. */
async function watched() {
  let answer: EngineAnswer<SessionFacts> | null = says('connected');
  const stage = await setTheChatStage(services, { facts: () => answer });
  const probe = createEngineProbe(stage.engine);
  const ask = () => probe(stage.services);
  return {
    ...stage,
    now(facts: EngineAnswer<SessionFacts> | null) {
      answer = facts;
    },
    ask,
    /** Some time after the last one, as workers do. */
    async probe() {
      await stage.later(20);
      await ask();
    },
    watch: () => watchPhones(stage.services),
    session: () => findSession(stage.context, stage.sessionId),
  };
}

describe('a probe of the engine', () => {
  it('finds out what happened to a phone while nobody told', async () => {
    const stage = await watched();
    stage.now(says('failed', 'not_scanned_or_unlinked'));
    await stage.probe();
    expect(await stage.session()).toMatchObject({ state: 'failed', reason: 'not_scanned_or_unlinked' });
    await expect(stage.send()).rejects.toMatchObject({ code: 'session_not_connected' });
    stage.now(says('connected'));
    await stage.probe();
    expect(await stage.sessionState()).toBe('connected');
  });

  it('is not made while another worker has just asked', async () => {
    const stage = await watched();
    await stage.ask();
    expect(stage.engine.asked).not.toContain('probe');
  });

  it('that nobody can make any more, because the engine is no longer configured, lets the phone go too', async () => {
    const stage = await watched();
    const without = withGateways(services, { gateways: [] });
    await disconnectAbandonedSessions(without);
    expect(await stage.sessionState()).toBe('connected');
    await stage.later(91);
    await disconnectAbandonedSessions(without);
    expect(await stage.sessionState()).toBe('disconnected');
  });

  it('confirms what is so, without a change', async () => {
    const stage = await watched();
    await stage.later(20);
    const before = await stage.session();
    await stage.probe();
    const after = await stage.session();
    expect(after.revision).toBe(before.revision);
    expect(Date.parse(after.confirmed_at ?? '')).toBeGreaterThan(Date.parse(before.confirmed_at ?? ''));
  });

  it('a session that the engine has forgotten is disconnected; a stopped one stays stopped', async () => {
    const stage = await watched();
    stage.now(null);
    await stage.probe();
    expect(await stage.session()).toMatchObject({ state: 'disconnected', reason: 'session_unknown' });
    stage.now(says('stopped'));
    await controlSession(stage.context, { sessionId: stage.sessionId }, 'stopSession');
    stage.now(null);
    await stage.probe();
    expect(await stage.sessionState()).toBe('stopped');
  });

  it('that gets no answer is no verdict at first; after three the phone is as good as gone', async () => {
    const stage = await watched();
    stage.now(AWAY);
    await stage.probe();
    await stage.later(30);
    await stage.probe();
    expect(await stage.sessionState()).toBe('connected');
    await stage.probe();
    expect(await stage.session()).toMatchObject({ state: 'disconnected', reason: 'engine_silent' });
    stage.now(says('connected'));
    await stage.probe();
    expect(await stage.sessionState()).toBe('connected');
  });

  it('that gets no answer after a time in which nobody asked is no verdict either, until it was repeated', async () => {
    const stage = await watched();
    await stage.later(3_600);
    stage.now(AWAY);
    for (let probes = 1; probes <= 2; probes += 1) {
      await stage.probe();
      expect(await stage.sessionState()).toBe('connected');
    }
    await stage.probe();
    expect(await stage.sessionState()).toBe('disconnected');
  });

  it('that is answered now and then is no verdict however often it is not', async () => {
    const stage = await watched();
    for (const facts of [AWAY, AWAY, says('connected'), AWAY, AWAY]) {
      stage.now(facts);
      await stage.later(60);
      await stage.probe();
      expect(await stage.sessionState()).toBe('connected');
    }
  });

  it('that gets no answer is no verdict on a phone that another worker or an ack has confirmed meanwhile', async () => {
    const stage = await watched();
    let hang = async (): Promise<void> => undefined;
    Object.assign(stage.engine, { readSessions: () => hang().then(() => AWAY) });
    for (let probes = 1; probes <= 2; probes += 1) await stage.probe();
    await stage.send();
    await stage.later(60);
    hang = () => stage.acks({ ack: 'sent' });
    await stage.probe();
    expect(await stage.sessionState()).toBe('connected');
  });

  it('changes nothing of a session of which the answer says nothing that can be read', async () => {
    const stage = await watched();
    Object.assign(stage.engine, { readSessions: async () => ({ kind: 'done', value: ['unreadable'] }) });
    const before = await stage.session();
    for (let probes = 1; probes <= 6; probes += 1) await stage.probe();
    const after = await stage.session();
    expect([after.state, after.revision]).toEqual(['connected', before.revision]);
  });

  it('does not undo what happened while it asked', async () => {
    const stage = await watched();
    const { readSessions } = stage.engine;
    Object.assign(stage.engine, {
      async readSessions(sessions: Parameters<typeof readSessions>[0]) {
        const stale = await readSessions(sessions);
        stage.now(says('stopped'));
        await controlSession(stage.context, { sessionId: stage.sessionId }, 'stopSession');
        return stale;
      },
    });
    await stage.probe();
    expect(await stage.sessionState()).toBe('stopped');
  });
});

describe('a phone that takes messages which are never acknowledged', () => {
  it('is stalled after a while, and refuses messages instead of swallowing them', async () => {
    const stage = await watched();
    await stage.send();
    await stage.later(119);
    await stage.watch();
    expect(await stage.sessionState()).toBe('connected');
    await stage.later(2);
    await stage.watch();
    expect(await stage.session()).toMatchObject({ state: 'stalled', reason: 'acks_missing' });
    await expect(stage.send()).rejects.toMatchObject({ code: 'session_not_connected' });
    expect(stage.engine.sent).toHaveLength(1);
    expect(await seeEvents(services, stage.sessionId)).toEqual(['session.connected', 'session.disconnected']);
  });

  it('stays stalled though the engine calls it connected, until an ack comes', async () => {
    const stage = await watched();
    await stage.send();
    await stage.later(121);
    await stage.watch();
    await stage.probe();
    expect(await stage.sessionState()).toBe('stalled');
    await stage.acks({ ack: 'sent' });
    expect(await stage.sessionState()).toBe('connected');
    await stage.watch();
    expect(await stage.send()).toMatchObject({ result: { status: 'sent' } });
  });

  it('is not one whose acks wait in our own inbox', async () => {
    const stage = await watched();
    await stage.send();
    await stage.receive(stage.ackOf('sent'));
    await services.travel(121);
    await stage.watch();
    expect(await stage.sessionState()).toBe('connected');
    await stage.later(0);
    await stage.watch();
    expect(await stage.sessionState()).toBe('connected');
  });

  it('is not one whose ack is folded at that very moment', async () => {
    const stage = await watched();
    await stage.send();
    await stage.later(121);
    const fold = await services.superuser.connect();
    await fold.query('BEGIN');
    await fold.query('UPDATE chat_sessions SET unacked_since = NULL WHERE id = $1', [stage.sessionId]);
    const watching = stage.watch();
    await untilSomeoneWaits(services.superuser);
    await fold.query('COMMIT');
    fold.release();
    await watching;
    expect(await stage.sessionState()).toBe('connected');
  });

  it('is found also while reports of other engines wait in our inbox', async () => {
    const [stage, busy] = [await watched(), await watched()];
    for (const { send } of [stage, busy]) await send();
    await stage.later(121);
    await busy.receive(busy.ackOf('sent'));
    await stage.watch();
    expect([await stage.sessionState(), await busy.sessionState()]).toEqual(['stalled', 'connected']);
    await busy.later(0);
  });

  it('or until it is restarted', async () => {
    const stage = await watched();
    await stage.send();
    await stage.later(121);
    await stage.watch();
    await controlSession(stage.context, { sessionId: stage.sessionId }, 'restartSession');
    await stage.watch();
    expect(await stage.sessionState()).toBe('connected');
  });

  it('is not one whose acks flow, or that has nothing to acknowledge', async () => {
    const stage = await watched();
    await stage.later(500);
    await stage.watch();
    await stage.send();
    await stage.acks({ ack: 'sent' });
    await stage.later(500);
    await stage.watch();
    expect(await stage.sessionState()).toBe('connected');
  });
});
