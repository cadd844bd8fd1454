import { describe, expect, it } from '@jest/globals';
import { listRetentions, type Retentions } from '../../../src/db/sql/upkeep/housekeeping.js';
import { judgeOutcome } from '../../../src/domain/chat/message-status.js';
import { encodeReference } from '../../../src/domain/sms/reference.js';
import { QueueFullError } from '../../../src/lib/async/semaphore.js';
import { newId } from '../../../src/lib/ids.js';
import { settleSend } from '../../../src/operations/chat/settle-send.js';
import type { Context } from '../../../src/operations/context.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { listMessages } from '../../../src/operations/sms/messages/messages.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { checkNumbers } from '../../../src/operations/sms/send/check-numbers.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { liftSuppression } from '../../../src/operations/sms/suppressions/lift-suppression.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { setTheChatStage } from '../../support/chat-stage.js';
import { wronglyDerivedOf } from '../../support/database/derived-from-messages.js';
import { LOST, lose, phaseOf } from '../../support/database/lost-answers.js';
import { accept, reject } from '../../support/gateways/programmable-gateway.js';
import { occurrences } from '../../support/occurrences.js';
import { byOperator, drain, mobiles, newOrganisation, withTestKey } from '../../support/services.js';
import { withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const PERSON = '254711987654';
const LAST_DIGITS = '711987654';
const SPELLINGS = [PERSON, '+254 711 987 654', '254-711-987654', '0711987654', '711 987 654', LAST_DIGITS];
const SOMEONE = '254711000001';
const OTHERS = { masked: 0, mentions: 0, notSearched: null };
/** Without its country code. */
const MISTYPED = '07911123461';
const SECRET = 'a word for this person alone';

describe('erasing a number', () => {
  const process = useServices();

  const stageWith = async () => {
    const own = await withOwnGateway(process, {
      react: ({ text }) =>
        text.includes('refused') ? { ...reject(402), says: { rawReason: `no ${PERSON}` } } : accept(),
    });
    return { ...own, context: byOperator(own.context) };
  };

  const entriesOf = async ({ caller }: Context) => {
    const rows = await process.sql(
      `SELECT after FROM audit_entries WHERE organisation_id = $1 AND action = 'number.erased' ORDER BY id`,
      [caller.organisationId],
    );
    return rows.map(({ after }) => after);
  };

  it('leaves the number in no row of any table, in no spelling, and the texts neither; another organisation keeps its own', async () => {
    const { gateway, services, context, organisationId } = await stageWith();
    const other = byOperator(await newOrganisation(services));
    await sendSms(other, { to: PERSON, message: 'from another' });

    const about = { reference: `ref ${PERSON}`, metadata: { phone: '+254 711 987 654', note: SECRET } };
    await sendSms(context, { to: PERSON, message: `refused ${SECRET}`, ...about, idempotencyKey: 'kept key' });
    await sendSms(context, { to: PERSON, message: SECRET, idempotencyKey: `for-${PERSON}` });
    await sendBulkSms(context, {
      name: 'to 0711987654',
      message: `Hello {{name}}, {{word}}`,
      recipients: [
        { to: '+254 711-987-654', reference: PERSON, variables: { name: 'Ada', word: SECRET } },
        { to: SOMEONE, variables: { name: 'Grace', word: 'hello' } },
      ],
      metadata: { contact: '711 987 654' },
      idempotencyKey: 'bulk',
    });
    await sendBulkSms(context, { message: SECRET, recipients: [{ to: PERSON }] });
    await sendBulkSms(context, {
      recipients: [
        { to: PERSON, message: SECRET },
        { to: SOMEONE, message: 'hello' },
      ],
    });
    await addSuppressions(context, {
      numbers: [{ mobile: PERSON, senderId: 'SHOP', reason: `asked from ${PERSON}` }],
      idempotencyKey: 'suppress',
    });
    const said = { from: PERSON, to: '20880', organisationId };
    await receiveInbound(services, gateway.name, [
      { ...said, key: `from ${PERSON}`, text: SECRET },
      { ...said, key: 'stop', text: 'STOP' },
    ]);
    await drain(services);
    const accepted = gateway.journal.filter(({ to, text }) => to === PERSON && !text.includes('another'));
    for (const entry of accepted) {
      await receiveReports(services, gateway.name, [
        { ...gateway.reportOn(entry, { kind: 'delivered' }), rawCode: `DELIVRD ${PERSON}` },
      ]);
    }
    await drain(services);
    // A report that has come too early, an answer of a receiver, and a chat message.
    const stored = {
      reference: encodeReference({ organisationId, messageId: newId(), attempt: 1 }),
      outcome: { kind: 'sent' },
      rawCode: PERSON,
    } as const;
    await receiveReports(services, gateway.name, [stored]);
    // A person's words that no worker has folded.
    await receiveInbound(services, gateway.name, [{ ...said, key: 'late', text: SECRET }]);
    expect(await occurrences(process.superuser, SPELLINGS, other.caller.organisationId)).not.toEqual([]);

    const result = await eraseNumber(context, { mobile: '+254 711 987 654' });
    expect(result).toEqual({
      ...OTHERS,
      // With the answer to STOP.
      messages: 6,
      chatMessages: 0,
      received: 3,
      cancelled: 0,
      pending: 0,
      complete: true,
    });
    expect(await occurrences(process.superuser, [...SPELLINGS, SECRET], other.caller.organisationId)).toEqual([]);
    const kept = await occurrences(process.superuser, [PERSON]);
    expect(kept.filter((row) => row.startsWith('public.sms_messages'))).toHaveLength(1);

    // The person's neighbour in the campaign is untouched, and the calls are not done again.
    expect(await occurrences(process.superuser, [SOMEONE])).not.toEqual([]);
    const sends = gateway.journal.length;
    const again = await sendSms(context, {
      to: PERSON,
      message: `refused ${SECRET}`,
      ...about,
      idempotencyKey: 'kept key',
    });
    expect(again).toMatchObject({ replayed: true, result: { mobile: null, body: null } });
    await drain(services);
    expect(gateway.journal).toHaveLength(sends);
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ messages: 0, complete: true });
    const rows = await services.sql(
      `SELECT subject_id, after FROM audit_entries WHERE organisation_id = $1 AND action = 'number.erased' ORDER BY id`,
      [organisationId],
    );
    const found = { messages: 6, chat_messages: 0, received: 3, cancelled: 0, pending: 0 };
    expect(rows).toEqual([{ subject_id: null, after: { ...found, reports: 1, suppressions: 2, consent_changes: 2 } }]);
  });

  it('finds the number anywhere in large campaigns, and leaves their other numbers', async () => {
    const { services, context, organisationId } = await stageWith();
    // The first and the last message in the index, the first and the last of a row, the first of the next row, and the
    // last of all.
    for (const place of [0, 99, 100, 474, 475, 799]) {
      const recipients = mobiles(800).with(place, { to: PERSON });
      await sendBulkSms(context, { message: 'Hello', recipients, scheduledAt: new Date(Date.now() + 3_600_000) });
    }
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ messages: 6, cancelled: 6, complete: true });
    const named = (await occurrences(process.superuser, [PERSON, LAST_DIGITS])).filter((row) =>
      row.includes(organisationId),
    );
    expect(named).toEqual([]);
    const rows = await services.sql(wronglyDerivedOf(organisationId));
    expect(rows).toEqual([]);
  });

  it('leaves numbers with the same last digits', async () => {
    const { context } = await stageWith();
    const others = ['256711987654', '255711987654', '491711987654'];
    for (const to of [...others, PERSON]) {
      await sendBulkSms(context, { message: 'Hello', recipients: [...mobiles(100), { to }] });
    }
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ messages: 1, complete: true });
    const kept = await listMessages(context, { first: 10, conditions: { to: others[0] ?? '' } });
    expect(kept.nodes).toHaveLength(1);
  });

  it('cancels what no gateway has, and erases what one has as soon as it has ended', async () => {
    const { gateway, services, context, organisationId } = await stageWith();
    await sendSms(context, { to: PERSON, message: SECRET });
    await drain(services);
    const scheduledAt = new Date(Date.now() + 3_600_000);
    await sendSms(context, { to: PERSON, message: SECRET, scheduledAt });
    expect(await eraseNumber(context, { mobile: PERSON })).toEqual({
      ...OTHERS,
      messages: 1,
      chatMessages: 0,
      received: 0,
      cancelled: 1,
      pending: 1,
      complete: true,
    });
    await runHousekeeping(services);
    const named = async () =>
      (await occurrences(process.superuser, [PERSON])).filter((row) => row.includes(organisationId));
    expect(await named()).toHaveLength(1);

    const [entry] = gateway.journal;
    const blocked = entry ? [gateway.reportOn(entry, { kind: 'failed', code: 409 })] : [];
    await receiveReports(services, gateway.name, blocked);
    await drain(services);
    // A run that has time for one organisation on each node visits another.
    const listAll = () => services.db.acrossOrganisations((tx) => listRetentions(tx, services.policy));
    const node = (await listAll()).find((one) => one.organisation_id === organisationId)?.node ?? Number.NaN;
    const isNext = (one: Retentions) => one.node === node && one.organisation_id > organisationId;
    do await newOrganisation(services);
    while (!(await listAll()).some(isNext));
    const visited: string[] = [];
    const after = new Map([[node, organisationId]]);
    await runHousekeeping(services, { after, longestMs: 0, onVisit: (one) => visited.push(one.organisation_id) });
    expect(visited).not.toContain(organisationId);
    expect(await named()).toEqual([]);
    // The report has suppressed the number, and that holds.
    expect(await checkNumbers(context, { numbers: [PERSON] })).toMatchObject([{ deliveryCode: 409 }]);
  });

  it('lets suppressions hold on for single and bulk sends, until they are lifted', async () => {
    const { gateway, services, context } = await stageWith();
    await addSuppressions(context, { numbers: [{ mobile: PERSON }] });
    await eraseNumber(context, { mobile: PERSON });
    const { result: single } = await sendSms(context, { to: PERSON, message: 'one' });
    expect(single.status).toBe('queued');
    const { result: bulk } = await sendBulkSms(context, { message: 'two', recipients: [{ to: PERSON }] });
    expect(bulk.suppressed).toBe(1);
    await drain(services);
    expect(gateway.journal).toEqual([]);
    const rows = await services.sql('SELECT status, delivery_code FROM sms_messages WHERE id = $1', [single.id]);
    expect(rows).toEqual([{ status: 'blocked', delivery_code: 409 }]);

    await eraseNumber(context, { mobile: PERSON });
    expect(await liftSuppression(context, { mobile: PERSON })).toMatchObject({ mobile: PERSON, delivery_code: 409 });
    await sendSms(context, { to: PERSON, message: 'three' });
    await drain(services);
    expect(gateway.journal).toHaveLength(1);
  });

  it('erases chat messages, with the ids of engines that contain the number', async () => {
    const stage = await setTheChatStage(process, {
      react: ({ to }) => ({ kind: 'accepted', messageId: `true_${to}@c.us_1` }),
    });
    const context = byOperator(stage.context);
    await stage.send({ to: PERSON, message: SECRET, idempotencyKey: 'chat' });
    await stage.acks({ ack: 'delivered', to: PERSON, messageId: `true_${PERSON}@c.us_2` });
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ chatMessages: 1, complete: true });
    const named = (await occurrences(process.superuser, [PERSON, SECRET])).filter((row) =>
      row.includes(context.caller.organisationId),
    );
    expect(named).toEqual([]);
  });

  it.each([
    ['accepted', { kind: 'accepted', messageId: `true_${PERSON}@c.us_1` }, 'sent settled'],
    ['unknown', { kind: 'unknown' }, 'pending settled'],
  ] as const)('holds if a frozen process settles "%s" of a chat message afterwards', async (_, outcome, phase) => {
    const stage = await setTheChatStage(process, LOST);
    const context = byOperator(stage.context);
    const id = await lose(stage, { to: PERSON });
    await eraseNumber(context, { mobile: PERSON });
    const send = { id, sessionId: stage.sessionId, session: { engine: stage.engine.name, revision: 1 }, key: null };
    await settleSend(context, { ...send, settlement: judgeOutcome(outcome) }).catch(() => undefined);
    const named = (await occurrences(process.superuser, [PERSON])).filter((row) =>
      row.includes(context.caller.organisationId),
    );
    expect(named).toEqual([]);
    expect(await phaseOf(stage, id)).toBe(phase);
  });

  it('goes on for other organisations while one makes more calls at once than may wait', async () => {
    const { context } = await stageWith();
    const { context: other } = await stageWith();
    const many = Promise.allSettled(Array.from({ length: 30 }, () => eraseNumber(context, { mobile: PERSON })));
    expect(await eraseNumber(other, { mobile: PERSON })).toMatchObject({ complete: true });
    const ends = (await many).map((end) => (end.status === 'fulfilled' ? end.value.complete : end.reason));
    expect(ends).toContain(true);
    expect(ends).toContainEqual(expect.any(QueueFullError));
  });

  it('refuses a mistyped number only when it has searched everything, and without an audit entry', async () => {
    const { context } = await stageWith();
    await sendSms(context, { to: SOMEONE, message: 'Hello' });
    const searchAll = async (mobile: string) => {
      const calls = [await eraseNumber(context, { mobile }, { longestMs: 0 })];
      for (let at = calls[0]?.notSearched; at; at = calls.at(-1)?.notSearched) {
        calls.push(await eraseNumber(context, { mobile, notSearched: at }, { longestMs: 0 }));
      }
      return calls;
    };
    const first = await eraseNumber(context, { mobile: MISTYPED }, { longestMs: 0 });
    expect(first).toMatchObject({ complete: false, notSearched: expect.any(String) });
    await expect(searchAll(MISTYPED)).rejects.toMatchObject({ code: 'invalid' });
    expect(await entriesOf(context)).toEqual([]);

    await sendBulkSms(context, { message: 'Hello', recipients: [{ to: MISTYPED }] });
    const calls = await searchAll(MISTYPED);
    expect(calls[0]).toMatchObject({ messages: 1, complete: false });
    expect(calls.at(-1)).toMatchObject({ messages: 0, complete: true });
  });

  it.each([
    ['a suppression', { suppressions: 1 }],
    ['a change of consent', { consent_changes: 1 }],
    ['a stored answer', { answers: 1 }],
    ['a report', { reports: 1 }],
  ])('does not refuse a mistyped number of which it has erased %s, and records that', async (_, change) => {
    const { gateway, services, context, organisationId } = await stageWith();
    const [kind] = Object.keys(change);
    if (kind === 'answers') {
      await sendSms(context, { to: SOMEONE, message: 'Hello', idempotencyKey: `for-${MISTYPED}` });
    } else if (kind === 'reports') {
      const said = { from: MISTYPED, to: '20880', key: 'waits', text: 'Hello', organisationId };
      await receiveInbound(services, gateway.name, [said]);
      await process.superuser.query(`UPDATE inbound_sms SET due_at = now() + interval '1 hour'`);
    } else {
      await addSuppressions(context, { numbers: [{ mobile: PERSON }] });
      // As if countries had changed their numbers since.
      await process.sql(`UPDATE ${kind} SET mobile = $2 WHERE organisation_id = $1`, [organisationId, MISTYPED]);
    }
    expect(await eraseNumber(context, { mobile: MISTYPED })).toMatchObject({ messages: 0, complete: true });
    expect(await entriesOf(context)).toEqual([expect.objectContaining(change)]);
    await expect(eraseNumber(context, { mobile: MISTYPED })).rejects.toMatchObject({ code: 'invalid' });
    expect(await entriesOf(context)).toHaveLength(1);
  });

  it('refuses what is no number, and test keys', async () => {
    const { context } = await stageWith();
    await expect(eraseNumber(context, { mobile: '12345' })).rejects.toMatchObject({ code: 'invalid' });
    const test = withTestKey(context);
    await expect(eraseNumber(test, { mobile: PERSON })).rejects.toMatchObject({ code: 'live_for_test_key' });
  });
});
