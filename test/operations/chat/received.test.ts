import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { MessageReport } from '../../../src/domain/chat/engine.js';
import { SANDBOX_GATEWAY } from '../../../src/domain/sms/routing.js';
import { deleteSession } from '../../../src/operations/chat/control-session.js';
import { foldEngineReports, receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import type { Context } from '../../../src/operations/context.js';
import { findSuppressedParties, listConversations } from '../../../src/operations/conversations/conversations.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { listInboundMessages } from '../../../src/operations/sms/inbound/inbound-messages.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { listSuppressions } from '../../../src/operations/sms/suppressions/suppressions.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { type ChatStage, GROUP, PERSON, setTheChatStage } from '../../support/chat-stage.js';
import { isOnCitus } from '../../support/database/database.js';
import { byOperator, drain } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const PICTURE = { url: 'http://localhost:3000/api/files/a.jpg', type: 'image/jpeg', name: 'a.jpg' };

const services = useServices();

const inboxOf = async (context: Context) => (await listInboundMessages(context, { first: 20, conditions: {} })).nodes;

const heardOf = async (context: Context) =>
  (await readEvents(context, { types: ['chat_message.received'] })).events.map(({ revision }) => revision);

/** Each with its party, its number and how many messages are unread. */
async function conversationsOf({ sessionId }: ChatStage): Promise<string[]> {
  const rows = await services.sql(
    `SELECT party, mobile, unread FROM conversations WHERE channel = 'chat' AND own_address = $1 ORDER BY party`,
    [sessionId],
  );
  return rows.map(({ party, mobile, unread }) => `${party} ${mobile} ${unread}`);
}

const parked = async () => (await services.sql('SELECT reports FROM chat_reports')).flatMap(({ reports }) => reports);

let said = 0;

function messageTo({ sessionId }: Pick<ChatStage, 'sessionId'>, fields: Partial<MessageReport> = {}): MessageReport {
  const messageId = `HEARD-${++said}`;
  return { kind: 'message', sessionId, messageId, party: PERSON, text: 'Are you open?', media: null, ...fields };
}

/** The engine reports a message, and workers fold it. */
async function hear(stage: ChatStage, fields: Partial<MessageReport> = {}, engine = stage.engine.name): Promise<void> {
  await receiveEngineReports(stage.services, engine, [messageTo(stage, fields)]);
  await drain(stage.services);
}

describe('A message that a person writes to a phone', () => {
  it('stands in the inbox of the organisation, once, with an event', async () => {
    const stage = await setTheChatStage(services);
    const stranger = await setTheChatStage(services);
    const sentAt = '2026-11-20T09:00:00.500Z';
    await hear(stage, { messageId: 'ONE', sentAt });
    expect(await inboxOf(stage.context)).toMatchObject([
      {
        channel: 'chat',
        sender: PERSON,
        mobile: PERSON,
        own_number: null,
        session_id: stage.sessionId,
        participant: null,
        gateway: stage.engine.name,
        kind: 'text',
        text: 'Are you open?',
        keyword: null,
        test: false,
        sent_at: expect.stringContaining('09:00:00.5'),
      },
    ]);
    const { events } = await readEvents(stage.context, { types: ['chat_message.received'] });
    expect(events).toMatchObject([{ sessionId: stage.sessionId, inboundId: expect.any(String), test: false }]);
    expect(await inboxOf(stranger.context)).toEqual([]);
  });

  it('is stored once if the engine delivers it twice, together and later', async () => {
    const stage = await setTheChatStage(services);
    const report = messageTo(stage);
    await stage.reports(report, report);
    await stage.reports(report);
    expect(await inboxOf(stage.context)).toHaveLength(1);
    expect(await heardOf(stage.context)).toEqual([1]);
    expect(await conversationsOf(stage)).toEqual([`${PERSON} ${PERSON} 1`]);
  });

  it('can be answered although the number is suppressed, which blocks SMS alone', async () => {
    const stage = await setTheChatStage(services);
    await hear(stage);
    await addSuppressions(stage.context, { numbers: [{ mobile: PERSON }] });
    const { nodes } = await listConversations(stage.context, { first: 1, conditions: {} });
    const ids = nodes.map(({ id }) => id);
    expect(ids).toHaveLength(1);
    expect(await findSuppressedParties(stage.context, ids)).toEqual(new Map());
  });

  it('is stored once by two workers that fold both deliveries at once', async () => {
    const stage = await setTheChatStage(services);
    const reports = Array.from({ length: 20 }, () => messageTo(stage));
    for (const portion of [reports, reports.toReversed()]) {
      await services.sql(
        `INSERT INTO chat_reports (id, gateway, reports, size, due_at) VALUES (gen_random_uuid(), $1, $2, 300, now())`,
        [stage.engine.name, JSON.stringify(portion.map((one) => ({ ...one, receivedAt: new Date() })))],
      );
    }
    await Promise.all([foldEngineReports(stage.services), foldEngineReports(stage.services)]);
    await drain(stage.services);
    expect((await inboxOf(stage.context)).length).toBe(20);
    expect(await heardOf(stage.context)).toEqual(reports.map(() => 1));
  });

  // On Citus the worker waits on a node, where this test does not see it.
  (isOnCitus() ? it.skip : it)('is stored once, with one event, if its worker dies before the COMMIT', async () => {
    const stage = await setTheChatStage(services);
    await stage.receive(messageTo(stage));
    const blocker = await services.superuser.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM event_logs WHERE organisation_id = $1 FOR UPDATE', [
      stage.context.caller.organisationId,
    ]);
    const folding = foldEngineReports(stage.services).catch((error: unknown) => error);
    const terminate = async () => {
      const rows = await services.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    while (!(await terminate())) await sleep(10);
    await folding;
    await blocker.query('ROLLBACK');
    blocker.release();
    await drain(stage.services);
    expect(await inboxOf(stage.context)).toHaveLength(1);
    expect(await heardOf(stage.context)).toEqual([1]);
  });

  it('comes from a group, with the person who wrote it', async () => {
    const stage = await setTheChatStage(services);
    await hear(stage, { party: GROUP, participant: '254711000003' });
    await hear(stage, { party: GROUP, participant: 'lid:99' });
    await hear(stage, { party: 'lid:99' });
    expect(
      (await inboxOf(stage.context)).map(({ sender, participant, mobile }) => [sender, participant, mobile]),
    ).toEqual([
      ['lid:99', null, null],
      [GROUP, 'lid:99', null],
      [GROUP, '254711000003', '254711000003'],
    ]);
    expect(await conversationsOf(stage)).toEqual([`${GROUP} null 2`, 'lid:99 null 1']);
  });

  it('has the media by reference, or none if it is neither text nor media', async () => {
    const stage = await setTheChatStage(services);
    await hear(stage, { text: 'Look', media: PICTURE });
    await hear(stage, { text: null, media: { url: null, type: null, name: null } });
    await hear(stage, { text: null });
    expect(await inboxOf(stage.context)).toMatchObject([
      { kind: 'data', text: null },
      { kind: 'media', text: null, media_url: null },
      { kind: 'media', text: 'Look', media_url: PICTURE.url, media_type: 'image/jpeg', media_name: 'a.jpg' },
    ]);
  });

  it('is completed, with a second event, if it came before the engine could read it', async () => {
    const stage = await setTheChatStage(services);
    await hear(stage, { messageId: 'LATE', text: null });
    await hear(stage, { messageId: 'LATE', text: 'Now it can be read' });
    await hear(stage, { messageId: 'LATE', text: 'A forgery' });
    await hear(stage, { messageId: 'LATE', text: null, media: PICTURE });
    await hear(stage, { messageId: 'LATE', text: null, media: { ...PICTURE, url: 'http://elsewhere/' } });
    expect(await inboxOf(stage.context)).toMatchObject([
      { kind: 'text', text: 'Now it can be read', media_url: PICTURE.url },
    ]);
    expect(await heardOf(stage.context)).toEqual([1, 2, 2]);
  });

  it('names the message of ours that it answers, and none of another phone', async () => {
    const stage = await setTheChatStage(services);
    const other = await setTheChatStage(services);
    const { id } = (await stage.send()).result;
    await hear(stage, { replyTo: stage.lastProposedId() });
    await hear(stage, { replyTo: 'TYPED-ON-THE-PHONE' });
    await hear(other, { replyTo: stage.lastProposedId() });
    const answered = async ({ context }: ChatStage) =>
      (await inboxOf(context)).map(({ reply_to_chat_id: replyTo }) => replyTo);
    expect(await answered(stage)).toEqual([null, id]);
    expect(await answered(other)).toEqual([null]);
  });

  it('is for the sandbox if the sandbox says so, whatever engine the phone has', async () => {
    const stage = await setTheChatStage(services);
    await hear(stage, {}, SANDBOX_GATEWAY);
    expect(await inboxOf(stage.context)).toMatchObject([{ test: true, gateway: SANDBOX_GATEWAY }]);
  });

  it('is dropped if another engine claims the phone of an organisation', async () => {
    const [stage, stranger] = [await setTheChatStage(services), await setTheChatStage(services)];
    await receiveEngineReports(stage.services, stranger.engine.name, [messageTo(stage), messageTo(stranger)]);
    await drain(stage.services);
    expect(await inboxOf(stage.context)).toEqual([]);
    expect(await inboxOf(stranger.context)).toHaveLength(1);
  });

  it('is dropped if the phone was deleted', async () => {
    const stage = await setTheChatStage(services);
    await deleteSession(stage.context, { sessionId: stage.sessionId });
    await hear(stage);
    expect(await inboxOf(stage.context)).toEqual([]);
    expect(await parked()).toEqual([]);
  });

  it('waits for its phone for three days, though acks wait for five minutes', async () => {
    const stage = await setTheChatStage(services);
    const sessionId = '0190f3c1-0000-7000-8000-0000000000aa';
    const ack = { kind: 'ack', sessionId: stage.sessionId, messageId: 'UNKNOWN', ack: 'read' } as const;
    await stage.receive(messageTo({ sessionId }), ack);
    await stage.later(1);
    await stage.later(3_600);
    expect(await parked()).toMatchObject([{ kind: 'message' }]);
    await stage.later(71 * 3_600 - 60);
    expect(await parked()).toMatchObject([{ kind: 'message' }]);
    // Old ones are tried once an hour.
    await stage.later(3_660);
    expect(await parked()).toEqual([]);
  });

  it('is kept if no program can read it, and costs none of the others', async () => {
    const stage = await setTheChatStage(services);
    const odd: Partial<MessageReport>[] = [
      { text: `${'x'.repeat(19_999)}\u{1F600}` },
      { text: 'a\0b\ud800' },
      { text: 'y'.repeat(1_000_000) },
      { messageId: 'k'.repeat(500) },
      { messageId: 'a\0b' },
      { participant: '\ud800', replyTo: 'n'.repeat(400), sentAt: '+010000-01-01T00:00:00.000Z' },
      { media: { url: `http://w/${'u'.repeat(3_000)}`, type: 'no type', name: `${'n'.repeat(254)}\u{1F600}` } },
      { party: '\0' },
      { party: '' },
      { sessionId: 'no session' },
    ];
    await stage.reports(...odd.map((fields) => messageTo(stage, fields)), messageTo(stage, { text: 'The last' }));
    const kept = (await inboxOf(stage.context)).map(
      ({ text, incomplete, media_name: name }) => `${text?.length} ${incomplete} ${name?.length}`,
    );
    expect(kept.toSorted()).toEqual([
      '13 false 255',
      '13 false undefined',
      '13 false undefined',
      '13 false undefined',
      '20000 true undefined',
      '20000 true undefined',
      '3 false undefined',
      '8 false undefined',
    ]);
  });

  it('suppresses nothing if it says STOP', async () => {
    const stage = await setTheChatStage(services);
    await hear(stage, { text: 'STOP' });
    expect(await inboxOf(stage.context)).toMatchObject([{ text: 'STOP', keyword: null }]);
    expect((await listSuppressions(stage.context, { first: 1, conditions: {} })).nodes).toEqual([]);
  });
});

describe('The number of a person who has written to a phone', () => {
  it('is erased from the inbox, in groups too, and from what waits to be folded', async () => {
    const stage = await setTheChatStage(services);
    const context = byOperator(stage.context);
    await hear(stage, { text: 'From me', media: PICTURE });
    await hear(stage, { party: GROUP, participant: PERSON, text: 'From me in the group' });
    await hear(stage, { party: GROUP, participant: '254711000003', text: 'From another' });
    await stage.receive(messageTo(stage), messageTo(stage, { party: GROUP, participant: '254711000004' }));
    await services.sql(`UPDATE chat_reports SET due_at = now() + interval '1 hour'`);
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ received: 2 });
    expect(await parked()).toMatchObject([{ participant: '254711000004' }]);
    const rows = await services.sql('SELECT * FROM inbound_messages WHERE session_id = $1', [stage.sessionId]);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain(PERSON);
    expect(JSON.stringify(rows)).not.toContain(PICTURE.url);
    expect(rows.filter(({ redacted_at: redactedAt }) => redactedAt === null)).toHaveLength(1);
  });
});
