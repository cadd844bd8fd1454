import { describe, expect, it, jest } from '@jest/globals';
import type { EngineReport } from '../../src/domain/chat/engine.js';
import { createSession } from '../../src/operations/chat/create-session.js';
import { foldEngineReports, receiveEngineReports } from '../../src/operations/chat/engine-reports.js';
import { sendChatMessage } from '../../src/operations/chat/send.js';
import { markAbandonedSendsInDoubt } from '../../src/operations/chat/settle-send.js';
import { createEngineProbe, disconnectAbandonedSessions, watchPhones } from '../../src/operations/chat/watch-phones.js';
import { isOnCitus } from '../support/database/database.js';
import { createProgrammableEngine } from '../support/gateways/programmable-engine.js';
import { mobile, withGateways } from '../support/services.js';
import { REPLAY_SECONDS, useLostNode } from './lost-node.js';

jest.setTimeout(120_000);

const HOUR = 3600;

// `npm run test:citus` runs these.
(isOnCitus() ? describe : describe.skip)('phones while a node of Citus is away', () => {
  const node = useLostNode();
  const { process } = node;
  let names = 0;

  /** A connected phone of each organisation at one engine, and a message that each has sent. */
  async function phones() {
    let isConnected = true;
    const engine = createProgrammableEngine({
      name: `engine-${++names}`,
      facts: () => ({ kind: 'done', value: { state: isConnected ? 'connected' : 'failed' } }),
    });
    const services = withGateways(process, { gateways: [], engines: [engine] });
    const sessions = await node.forBoth(async (context) => {
      const { id } = (await createSession(context, { name: 'A phone', engine: engine.name })).result;
      await sendChatMessage(context, { sessionId: id, to: mobile(1), type: 'text', message: 'Hello' }, 'person');
      return id;
    }, services);
    const read = async (value: string) => {
      const { rows } = await process.superuser.query<{ id: string; value: unknown }>(
        `SELECT s.id, ${value} AS value FROM chat_sessions s
         JOIN chat_messages m ON m.organisation_id = s.organisation_id AND m.session_id = s.id`,
      );
      const of = (sessionId: string) => rows.find(({ id }) => id === sessionId)?.value;
      return { away: of(sessions.away), there: of(sessions.there) };
    };
    return {
      engine,
      services,
      reports: engine.sent.flatMap(({ session, message }): EngineReport[] => [
        { kind: 'ack', sessionId: session.id, messageId: message.proposedId, ack: 'delivered' },
        { kind: 'session', sessionId: session.id, state: 'stopped', atMs: Date.now() },
      ]),
      lose: () => {
        isConnected = false;
      },
      states: () => read('s.state'),
      confirmed: () => read(`s.confirmed_at > now() - interval '10 seconds'`),
      statuses: () => read('m.status'),
      phases: () => read('m.phase'),
    };
  }

  it('get their acks and states elsewhere, and the others when the node is back, however late', async () => {
    const { services, engine, reports, states, statuses } = await phones();
    await node.without(async () => {
      await receiveEngineReports(services, engine.name, reports);
      await foldEngineReports(services);
      expect(await statuses()).toEqual({ away: 'sent', there: 'delivered' });
      expect(await states()).toEqual({ away: 'connected', there: 'stopped' });
      // Longer than acks without a message are kept.
      await services.travel(HOUR);
      await foldEngineReports(services);
      await services.travel(REPLAY_SECONDS);
      await foldEngineReports(services);
    });
    // The acks have not come again yet, but they are known to wait.
    await watchPhones(services);
    expect(await states()).toEqual({ away: 'connected', there: 'stopped' });
    await services.travel(REPLAY_SECONDS);
    await foldEngineReports(services);
    expect(await statuses()).toEqual({ away: 'delivered', there: 'delivered' });
    expect(await states()).toEqual({ away: 'stopped', there: 'stopped' });
    expect((await process.superuser.query('SELECT 1 FROM chat_reports')).rows).toEqual([]);
  });

  it('are probed elsewhere', async () => {
    const { services, engine, lose, states, confirmed } = await phones();
    const probe = createEngineProbe(engine);
    await services.travel(20);
    await node.without(() => probe(services));
    expect(await confirmed()).toEqual({ away: false, there: true });
    await services.travel(20);
    lose();
    await node.without(() => probe(services));
    expect(await states()).toEqual({ away: 'connected', there: 'failed' });
  });

  it('are stalled elsewhere if they send no acks', async () => {
    const { services, states } = await phones();
    await services.travel(services.policy.chatAckTimeoutSeconds + 1);
    await node.without(() => watchPhones(services));
    expect(await states()).toEqual({ away: 'connected', there: 'stalled' });
    await watchPhones(services);
    expect(await states()).toEqual({ away: 'stalled', there: 'stalled' });
  });

  it('are disconnected elsewhere if their engine is no longer configured', async () => {
    const { services, states } = await phones();
    await services.travel(HOUR);
    await node.without(() => disconnectAbandonedSessions(withGateways(process, { gateways: [] })));
    expect(await states()).toEqual({ away: 'connected', there: 'disconnected' });
  });

  it('have messages elsewhere in doubt that a dead process was sending', async () => {
    const { services, phases } = await phones();
    await process.superuser.query(`UPDATE chat_messages SET phase = 'submitting' WHERE phase = 'settled'`);
    await services.travel(HOUR);
    await node.without(() => markAbandonedSendsInDoubt(services));
    expect(await phases()).toEqual({ away: 'submitting', there: 'in_doubt' });
  });
});
