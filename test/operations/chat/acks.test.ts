import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { storeReports } from '../../../src/db/sql/kernel/inbox.js';
import type { AckReport, EngineReport, EngineSessionState } from '../../../src/domain/chat/engine.js';
import { hashParticipant } from '../../../src/domain/secret-keys.js';
import type { ChatStatus } from '../../../src/domain/vocabulary.js';
import { deleteSession } from '../../../src/operations/chat/control-session.js';
import { foldEngineReports, receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { chatMessageHistory, getChatMessages } from '../../../src/operations/chat/messages.js';
import { type ChatStage, setTheChatStage } from '../../support/chat-stage.js';
import { seeEvents } from '../../support/see.js';
import { drain } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const PERMUTED_CASES = 120;

const services = useServices();

async function message({ context }: ChatStage, id: string) {
  const [row] = await getChatMessages(context, [id]);
  if (!row) throw new Error('The message is not there.');
  return row;
}

const parked = async () => (await services.sql('SELECT reports FROM chat_reports')).flatMap(({ reports }) => reports);

describe('acks of a chat message', () => {
  it('move it from sent to delivered to read, each with its event and its time', async () => {
    const stage = await setTheChatStage(services);
    const { id } = (await stage.send()).result;
    await stage.acks({ ack: 'sent' });
    expect(await message(stage, id)).toMatchObject({ status: 'sent', delivered_at: null });
    await stage.acks({ ack: 'delivered' });
    expect(await message(stage, id)).toMatchObject({ status: 'delivered', read_at: null });
    await stage.acks({ ack: 'read' });
    const read = await message(stage, id);
    expect(read.status).toBe('read');
    expect([read.sent_at, read.delivered_at, read.read_at]).not.toContain(null);
    const history = (await chatMessageHistory(stage.context, [id])).get(id) ?? [];
    expect(history.map(({ status, revision }) => `${revision} ${status}`)).toEqual(['1 sent', '2 delivered', '3 read']);
  });

  it('may skip a step: what is read was delivered', async () => {
    const stage = await setTheChatStage(services);
    const { id } = (await stage.send()).result;
    await stage.acks({ ack: 'read' });
    const read = await message(stage, id);
    expect(read.status).toBe('read');
    expect(read.delivered_at).not.toBeNull();
  });

  it('can say that it failed, and that it was delivered after all', async () => {
    const stage = await setTheChatStage(services);
    const { id } = (await stage.send()).result;
    await stage.acks({ ack: 'failed' });
    expect(await message(stage, id)).toMatchObject({ status: 'failed', error: 'provider_failed' });
    await stage.acks({ ack: 'delivered' });
    expect(await message(stage, id)).toMatchObject({ status: 'delivered', error: null });
    expect(await seeEvents(services, id)).toEqual([
      'chat_message.sent',
      'chat_message.failed',
      'chat_message.delivered corrected',
    ]);
  });

  it('in any order and number, in any batches, end in the same state', async () => {
    const stage = await setTheChatStage(services);
    const acks = fc.array(fc.constantFrom('sent', 'delivered', 'read', 'failed'), { minLength: 1, maxLength: 6 });
    const best = (words: readonly ChatStatus[]) =>
      (['read', 'delivered', 'failed', 'sent'] as const).find((word) => words.includes(word));
    await fc.assert(
      fc.asyncProperty(acks, fc.infiniteStream(fc.boolean()), async (words, together) => {
        const { id } = (await stage.send()).result;
        for (const ack of words) {
          await stage.receive(stage.ackOf(ack));
          if (together.next().value) await foldEngineReports(stage.services);
        }
        await drain(stage.services);
        const { status, revision } = await message(stage, id);
        expect(status).toBe(best(words));
        const events = await seeEvents(services, id);
        expect(events).toHaveLength(revision);
        expect(new Set(events).size).toBe(events.length);
      }),
      { numRuns: PERMUTED_CASES },
    );
  });

  it('folded by several workers at once end in the same state, one event for each move', async () => {
    const stage = await setTheChatStage(services);
    const { id } = (await stage.send()).result;
    const reports = (['sent', 'delivered', 'read'] as const).flatMap((ack) => Array(10).fill(stage.ackOf(ack)));
    await Promise.all(reports.map((report) => stage.receive(report)));
    await Promise.all(Array.from({ length: 6 }, () => drain(stage.services)));
    expect(await message(stage, id)).toMatchObject({ status: 'read' });
    const events = await seeEvents(services, id);
    expect(new Set(events).size).toBe(events.length);
  });
});

describe('acks in a group', () => {
  const by = (participant: string, ack: AckReport['ack']) => ({ ack, participant: `${participant}@lid` });

  it('the first participant that has it moves the message; each counts once, and once as a reader', async () => {
    const stage = await setTheChatStage(services);
    const { id } = (await stage.sendToGroup()).result;
    await stage.acks(by('a', 'delivered'));
    expect(await message(stage, id)).toMatchObject({ status: 'delivered', delivered_count: 1, read_count: 0 });
    await stage.acks(by('b', 'delivered'), by('a', 'delivered'), by('c', 'read'), by('c', 'read'));
    expect(await message(stage, id)).toMatchObject({ status: 'read', delivered_count: 3, read_count: 1 });
    await stage.acks(by('a', 'read'), by('c', 'delivered'), by('c', 'read'));
    expect(await message(stage, id)).toMatchObject({ status: 'read', delivered_count: 3, read_count: 2 });
  });

  it('counts are right when several workers fold at once', async () => {
    const stage = await setTheChatStage(services);
    const { id } = (await stage.sendToGroup()).result;
    const reports = Array.from({ length: 40 }, (_, index) => index).flatMap((index) =>
      (['delivered', 'read', 'delivered'] as const).map((ack) => stage.ackOf(ack, by(`p${index}`, ack))),
    );
    await Promise.all(reports.map((report) => stage.receive(report)));
    await Promise.all(Array.from({ length: 6 }, () => drain(stage.services)));
    expect(await message(stage, id)).toMatchObject({ status: 'read', delivered_count: 40, read_count: 40 });
  });

  it('one participant whom it cannot reach fails it for nobody else', async () => {
    const stage = await setTheChatStage(services);
    const { id } = (await stage.sendToGroup()).result;
    await stage.acks(by('a', 'failed'));
    expect(await message(stage, id)).toMatchObject({ status: 'sent', error: null });
    await stage.acks(by('a', 'failed'), by('b', 'delivered'));
    expect(await message(stage, id)).toMatchObject({ status: 'delivered', delivered_count: 1 });
    expect(await seeEvents(services, id)).toEqual(['chat_message.sent', 'chat_message.delivered']);
  });

  it('the whole fails when the engine says so of nobody in particular', async () => {
    const stage = await setTheChatStage(services);
    const { id } = (await stage.sendToGroup()).result;
    await stage.acks({ ack: 'failed' });
    expect(await message(stage, id)).toMatchObject({ status: 'failed', error: 'provider_failed' });
  });

  it('nothing that is stored names a participant', async () => {
    const stage = await setTheChatStage(services);
    await stage.sendToGroup();
    await stage.acks(by('254711000777', 'read'));
    const rows = await services.sql<{ text: string }>('SELECT r::text AS text FROM chat_receipts r');
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toContain('254711000777');
  });

  it('nor can numbers be tried out without the secret key', async () => {
    const stage = await setTheChatStage(services);
    const { id } = (await stage.sendToGroup()).result;
    await stage.acks(by('254711000777', 'read'));
    const rows = await services.sql('SELECT participant FROM chat_receipts WHERE message_id = $1', [id]);
    const hashWith = (key: string) => hashParticipant(key, id, '254711000777@lid');
    expect(rows).toEqual([{ participant: hashWith(services.secretKey) }]);
    expect(rows).not.toEqual([{ participant: hashWith('another key') }]);
  });
});

describe('acks of a phone that was deleted', () => {
  it('still move its messages, and bring nothing of it back', async () => {
    const stage = await setTheChatStage(services);
    const { sessionId } = stage;
    const { id } = (await stage.send()).result;
    await deleteSession(stage.context, { sessionId });
    const events = await seeEvents(services, sessionId);
    await stage.acks({ ack: 'read' });
    expect(await message(stage, id)).toMatchObject({ status: 'read' });

    await stage.reportsState('connected', Date.now());
    const rows = await services.sql('SELECT id FROM chat_sessions WHERE id = $1', [sessionId]);
    expect(rows).toEqual([]);
    expect(await seeEvents(services, sessionId)).toEqual(events);
  });
});

describe('a report that cannot be folded', () => {
  it('is set aside for a few minutes, and holds up no other', async () => {
    const stage = await setTheChatStage(services);
    const { id } = (await stage.send()).result;
    const [sessionId, messageId] = [stage.sessionId, stage.lastProposedId()];
    // Past the door that keeps such words out: this stands for whatever nobody has thought of.
    const reports = ['unheard of', 'delivered', 'unheard of'].map((ack) => ({
      kind: 'ack',
      sessionId,
      messageId,
      ack,
    }));
    await storeReports(services.db, 'chat_reports', stage.engine.name, reports, 0);
    await drain(stage.services);
    expect(await message(stage, id)).toMatchObject({ status: 'delivered' });
    expect(await parked()).toMatchObject([{ ack: 'unheard of' }, { ack: 'unheard of' }]);
    await stage.later(200);
    await stage.later(200);
    await stage.later(200);
    expect(await parked()).toEqual([]);
  });
});

describe('acks that match no message', () => {
  it('wait for a few minutes, as most are of what a person typed into the phone', async () => {
    const stage = await setTheChatStage(services);
    await stage.send();
    await stage.acks({ ack: 'delivered', messageId: 'TYPED-BY-HAND' });
    expect(await parked()).toHaveLength(1);
    await stage.later(200);
    expect(await parked()).toHaveLength(1);
    await stage.later(200);
    await stage.later(200);
    expect(await parked()).toHaveLength(0);
  });

  it('are looked at twice, however late the first look is', async () => {
    const stage = await setTheChatStage(services);
    await stage.receive(stage.ackOf('delivered', { messageId: 'TYPED-BY-HAND' }));
    await stage.later(3600);
    expect(await parked()).toHaveLength(1);
    await stage.later(31);
    expect(await parked()).toHaveLength(0);
  });

  it('of a session that nobody has are forgotten', async () => {
    const stage = await setTheChatStage(services);
    await stage.acks({ ack: 'delivered', sessionId: '0190f3c1-0000-7000-8000-000000000001' });
    expect(await parked()).toHaveLength(0);
  });

  it('of another engine, or for a session of somebody else, move nothing', async () => {
    const [stage, stranger] = [await setTheChatStage(services), await setTheChatStage(services)];
    const { id } = (await stage.send()).result;
    const read = stage.ackOf('read');
    await receiveEngineReports(services, stranger.engine.name, [read]);
    await stage.reports({ ...read, sessionId: stranger.sessionId });
    expect(await message(stage, id)).toMatchObject({ status: 'sent' });
    await stage.later(400);
    await stage.later(400);
  });

  it('and that make no sense are dropped before they are stored', async () => {
    const stage = await setTheChatStage(services);
    const ack = stage.ackOf('read', { messageId: 'X' });
    const state = { kind: 'session', sessionId: stage.sessionId, state: 'connected', atMs: 1 } as const;
    const senseless: EngineReport[] = [
      { ...ack, sessionId: 'no uuid' },
      { ...ack, messageId: 'a\0b' },
      { ...ack, messageId: 'x'.repeat(300) },
      { ...ack, to: 'half \ud83d' },
      { ...ack, ack: 'unheard of' as AckReport['ack'] },
      { ...ack, ack: 'pending' as AckReport['ack'] },
      { ...state, state: 'unheard of' as EngineSessionState },
      { ...state, state: 'stalled' as EngineSessionState },
      { ...state, onlyFrom: 'unheard of' as EngineSessionState },
      { ...state, phoneNumber: 'x'.repeat(300) },
      { ...state, atMs: Number.NaN },
      { ...state, atMs: 1e300 },
    ];
    await stage.receive(...senseless);
    expect(await parked()).toHaveLength(0);
  });
});
