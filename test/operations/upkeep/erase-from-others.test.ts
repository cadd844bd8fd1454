import { describe, expect, it } from '@jest/globals';
import type { Context } from '../../../src/operations/context.js';
import { listConversations } from '../../../src/operations/conversations/conversations.js';
import { listInboundMessages } from '../../../src/operations/sms/inbound/inbound-messages.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { eraseFromOthers, SEARCH_START } from '../../../src/operations/upkeep/erase-from-others.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { useApi } from '../../http/start-api.js';
import { setTheChatStage } from '../../support/chat-stage.js';
import { wronglyDerivedOf } from '../../support/database/derived-from-messages.js';
import { occurrences } from '../../support/occurrences.js';
import { byOperator, drain, mobiles } from '../../support/services.js';
import { withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const PERSON = '254711987654';
const SPELLINGS = [PERSON, '+254 711 987 654', '0711987654', '711 987 654', '711987654'];
const SOMEONE = '254711000001';
const NOTHING = { messages: 0, chatMessages: 0, received: 0, cancelled: 0, pending: 0, masked: 0, mentions: 0 };
const ALL = { ...NOTHING, notSearched: null, complete: true };

describe('erasing a number from what was sent to others', () => {
  const process = useServices();

  const stageWith = async () => {
    const own = await withOwnGateway(process);
    return { ...own, context: byOperator(own.context) };
  };

  const namingIn = async ({ caller }: Context, texts: readonly string[] = SPELLINGS) =>
    (await occurrences(process.superuser, texts)).filter((row) => row.includes(caller.organisationId));

  it('masks it in references, metadata and names, in every spelling and in stored answers, and keeps the rest', async () => {
    const { services, context } = await stageWith();
    const { context: other } = await stageWith();
    await sendSms(other, { to: SOMEONE, message: 'Hello', reference: PERSON });
    const { result } = await sendSms(context, {
      to: SOMEONE,
      message: 'Hello',
      reference: 'asked by 0711987654',
      metadata: { phone: '+254 711 987 654', caller: 254711987654, order: 4711 },
      idempotencyKey: 'kept',
    });
    const { result: campaign } = await sendBulkSms(context, {
      name: `of ${PERSON}`,
      reference: '711 987 654',
      metadata: { [PERSON]: ['711987654'] },
      message: 'Hello',
      recipients: [{ to: SOMEONE, reference: `friend of ${PERSON}` }],
    });
    await addSuppressions(context, { numbers: [{ mobile: SOMEONE, reason: `asked from ${PERSON}` }] });
    await drain(services);

    expect(await eraseNumber(context, { mobile: PERSON })).toEqual({ ...ALL, masked: 4 });
    expect(await namingIn(context)).toEqual([]);
    const rows = await process.sql(
      `SELECT id, body, reference, metadata FROM sms_messages WHERE organisation_id = $1 ORDER BY id`,
      [context.caller.organisationId],
    );
    expect(rows).toMatchObject([
      {
        id: result.id,
        body: 'Hello',
        reference: 'asked by [erased]',
        metadata: { phone: '[erased]', caller: '[erased]', order: 4711 },
      },
      { reference: 'friend of [erased]' },
    ]);
    const campaigns = await process.sql('SELECT name, reference, metadata, body FROM campaigns WHERE id = $1', [
      campaign.id,
    ]);
    expect(campaigns).toEqual([
      { name: 'of [erased]', reference: '[erased]', metadata: { '[erased]': ['[erased]'] }, body: 'Hello' },
    ]);
    expect((await namingIn(other)).length).toBeGreaterThan(0);
    const entries = await process.sql(
      `SELECT after FROM audit_entries WHERE organisation_id = $1 AND action = 'number.erased' ORDER BY id`,
      [context.caller.organisationId],
    );
    expect(entries.map(({ after }) => after)).toEqual([
      { masked: 1, messages: 0, received: 0 },
      { masked: 1, messages: 0, received: 0 },
      { masked: 2, messages: 0, received: 0 },
    ]);
    expect(await eraseNumber(context, { mobile: PERSON })).toEqual(ALL);
  });

  it('finds it between signs that JSON escapes, in metadata and in stored answers', async () => {
    const { services, context } = await stageWith();
    const metadata = { lines: '0711\n987654', quoted: '0711" "987654' };
    await sendSms(context, { to: SOMEONE, message: 'Hello', metadata, idempotencyKey: 'kept' });
    await drain(services);
    expect(await eraseNumber(context, { mobile: PERSON })).toEqual({ ...ALL, masked: 1 });
    const rows = await process.sql(
      `SELECT m.metadata AS message, k.result -> 'metadata' AS answer FROM sms_messages m
       JOIN idempotency_keys k USING (organisation_id) WHERE organisation_id = $1`,
      [context.caller.organisationId],
    );
    expect(rows).toEqual([{ message: { lines: '[erased]', quoted: '[erased]' }, answer: null }]);
  });

  it('counts texts to others and sender IDs that name it, leaves them, and says that the erasure is not complete', async () => {
    const { services, context } = await stageWith();
    await sendSms(context, { to: SOMEONE, message: 'Call 0711 987 654.' });
    await sendSms(context, { to: SOMEONE, message: 'Hello', senderId: PERSON });
    await sendSms(context, { to: SOMEONE, message: 'Hello', reference: `tel${PERSON}` });
    await sendBulkSms(context, { message: `Call ${PERSON}.`, recipients: [{ to: SOMEONE }, { to: PERSON }] });
    await drain(services);
    const result = await eraseNumber(context, { mobile: PERSON });
    expect(result).toMatchObject({
      messages: 0,
      pending: 1,
      masked: 0,
      mentions: 4,
      complete: false,
      notSearched: null,
    });
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ mentions: 4, complete: false });
    const rows = await process.sql(
      `SELECT count(*)::int FROM sms_messages WHERE organisation_id = $1 AND body LIKE 'Call 0711%'`,
      [context.caller.organisationId],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('counts chat messages to others that name it, in the text, the address of the file or the id of the group', async () => {
    const stage = await setTheChatStage(process);
    const context = byOperator(stage.context);
    await stage.send({ to: SOMEONE, message: 'Call +254 711 987 654.' });
    await stage.send({ to: SOMEONE, type: 'image', url: `https://example.org/${PERSON}.png` });
    await stage.sendToGroup({ to: `${PERSON}-1600000000@g.us`, message: 'Hello' });
    await stage.send({ to: SOMEONE, message: 'Hello' });
    expect(await eraseNumber(context, { mobile: PERSON })).toEqual({ ...ALL, mentions: 3, complete: false });
  });

  it('erases messages to it under a malformed number, and leaves those to other numbers with the same digits', async () => {
    const { services, context } = await stageWith();
    const recipients = [
      '0711987654',
      '+254 (0) 711 987 654',
      '00254711987654',
      '254711987654/254722000001',
      '0711987654, 0722000001',
      // A mobile, a landline, and a number that no country has.
      '255711987654',
      '49711987654',
      '99711987654',
    ];
    await sendBulkSms(context, {
      message: 'Hello {{name}}',
      recipients: [...mobiles(120), ...recipients.map((to) => ({ to, variables: { name: 'Ada' } }))].map(
        ({ to, ...one }) => ({ to, variables: { name: 'Grace' }, ...one }),
      ),
    });
    await drain(services);
    expect(await eraseNumber(context, { mobile: PERSON })).toEqual({ ...ALL, messages: 5 });
    expect(await namingIn(context, [PERSON, '0711987654'])).toEqual([]);
    const rows = await process.sql(
      `SELECT count(*) FILTER (WHERE body = 'Hello Ada')::int AS kept, count(*) FILTER (WHERE body IS NULL)::int AS erased
       FROM sms_messages WHERE organisation_id = $1`,
      [context.caller.organisationId],
    );
    expect(rows).toEqual([{ kept: 3, erased: 5 }]);
    const derived = await process.sql(wronglyDerivedOf(context.caller.organisationId));
    expect(derived).toEqual([]);
  });

  it('erases what came from it under a spelling, with its conversations, and leaves what other senders sent', async () => {
    const { services, context } = await stageWith();
    const { organisationId } = context.caller;
    const [gateway] = services.gateways.keys();
    const landline = '254202345678';
    const senders = ['0711987654', '00254711987654', '+254711987654', '255711987654', '0722111222', landline, 'SHOP'];
    const said = senders.map((from) => ({
      from,
      to: '254700000088',
      key: `of ${from}`,
      text: `from ${from}`,
      organisationId,
    }));
    await receiveInbound(services, String(gateway), said);
    await drain(services);
    const { nodes: before } = await listConversations(context, { first: 20, conditions: {} });
    expect(before).toHaveLength(7);
    expect(await eraseNumber(context, { mobile: PERSON })).toEqual({ ...ALL, received: 3 });
    expect(await namingIn(context, [PERSON, '0711987654'])).toEqual([]);
    const { nodes: conversations } = await listConversations(context, { first: 20, conditions: {} });
    const left = ['0722111222', landline, '255711987654', 'SHOP'];
    expect(conversations.map(({ party }) => party).toSorted()).toEqual(left);
    for (const mobile of ['0722111222', landline]) {
      expect(await eraseNumber(context, { mobile })).toEqual({ ...ALL, received: 1 });
    }
    const { nodes: messages } = await listInboundMessages(context, { first: 20, conditions: {} });
    expect(messages.flatMap(({ text }) => text ?? []).toSorted()).toEqual(['from 255711987654', 'from SHOP']);
  });

  it('leaves what came from a national spelling that may be a number of another country, until that is erased', async () => {
    const { services, context } = await stageWith();
    const { organisationId } = context.caller;
    const [gateway] = services.gateways.keys();
    const german = '49711987654';
    const said = ['20880', '254700000088', '4915112345678'].flatMap((to) =>
      ['0711987654', `TEL ${german}`].map((from) => ({
        from,
        to,
        key: `${from} ${to}`,
        text: `${from} to ${to}`,
        organisationId,
      })),
    );
    const abroad = { from: `011${german}`, to: '20880', key: 'abroad', text: 'from abroad', organisationId };
    await receiveInbound(services, String(gateway), [...said, abroad]);
    await drain(services);
    // From abroad, and to the German number.
    const result = { ...ALL, received: 2, mentions: 5, complete: false };
    expect(await eraseNumber(context, { mobile: german })).toEqual(result);
    const { nodes: messages } = await listInboundMessages(context, { first: 20, conditions: {} });
    expect(
      messages
        .flatMap(({ text }) => text ?? [])
        .filter((text) => text.startsWith('0'))
        .toSorted(),
    ).toEqual(['0711987654 to 20880', '0711987654 to 254700000088']);
    const { nodes: conversations } = await listConversations(context, { first: 20, conditions: {} });
    expect(conversations.filter(({ party }) => party === '0711987654')).toHaveLength(2);
    expect(await eraseNumber(context, { mobile: PERSON })).toEqual({
      ...ALL,
      received: 1,
      mentions: 1,
      complete: false,
    });
    expect(await eraseNumber(context, { mobile: '0711987654' })).toEqual({ ...ALL, received: 1 });
  });

  it('finds it in more rows than one step looks at or changes', async () => {
    const { context } = await stageWith();
    const recipients = mobiles(6_000).map((one, place) =>
      place % 5 === 0 ? { ...one, reference: `of ${PERSON}` } : one,
    );
    await sendBulkSms(context, { message: 'Hello', recipients, scheduledAt: new Date(Date.now() + 3_600_000) });
    expect(await eraseNumber(context, { mobile: PERSON })).toEqual({ ...ALL, masked: 1_200 });
    expect(await namingIn(context)).toEqual([]);
  });

  it('ends the search after its time, says where, and goes on from there with what it has counted', async () => {
    const { context } = await stageWith();
    for (const message of ['one', 'two']) await sendSms(context, { to: SOMEONE, message: `${message} ${PERSON}` });
    await sendSms(context, { to: SOMEONE, message: 'three', reference: PERSON });
    const calls = [await eraseNumber(context, { mobile: PERSON }, { longestMs: 0 })];
    while (calls.at(-1)?.notSearched) {
      const notSearched = calls.at(-1)?.notSearched;
      calls.push(await eraseNumber(context, { mobile: PERSON, notSearched }, { longestMs: 0 }));
    }
    expect(calls.length).toBeGreaterThan(2);
    expect(calls[0]).toMatchObject({ mentions: 0, complete: false, notSearched: expect.any(String) });
    expect(calls.map(({ masked }) => masked).reduce((sum, one) => sum + one)).toBe(1);
    expect(calls.at(-1)).toMatchObject({ mentions: 2, complete: false, notSearched: null });

    // As after a crash of the caller, who has forgotten the place.
    expect(await eraseNumber(context, { mobile: PERSON })).toMatchObject({ masked: 0, mentions: 2, notSearched: null });

    const notSearched = calls[0]?.notSearched;
    const { context: other } = await stageWith();
    for (const [by, mobile] of [
      [context, SOMEONE],
      [other, PERSON],
    ] as const) {
      await expect(eraseNumber(by, { mobile, notSearched })).rejects.toMatchObject({ code: 'bad_cursor' });
    }
  });

  it('is done once by two erasures at the same time, and by those of two numbers in one message', async () => {
    const { context } = await stageWith();
    const another = '254722123456';
    for (let count = 0; count < 20; count += 1) {
      await sendSms(context, { to: SOMEONE, message: 'Hello', metadata: { from: PERSON, to: another } });
    }
    // Below the gate that lets a process do one at a time.
    const erasures = [PERSON, PERSON, another].map((mobile) => eraseFromOthers(context, mobile, SEARCH_START, 60_000));
    const [first, second, third] = await Promise.all(erasures);
    expect((first?.masked ?? 0) + (second?.masked ?? 0)).toBe(20);
    expect(third).toEqual({ masked: 20, messages: 0, received: 0, mentions: 0, next: null });
    expect(await namingIn(context, [PERSON, another])).toEqual([]);
  });
});

const api = useApi();

it('an erasure over REST and GraphQL says what names the number still, and takes no place of another search', async () => {
  const customer = await api.customer();
  const to = '12025550100';
  await customer.call('POST', '/v1/sms/send/', { to, message: `Call ${PERSON}.`, reference: PERSON });
  const { status, body } = await customer.call('POST', '/v1/erasures/', { mobile: PERSON });
  expect(status).toBe(200);
  expect(body).toMatchObject({ messages: 0, masked: 1, mentions: 1, not_searched: null, complete: false });

  const query = `mutation ($input: EraseNumberInput!) {
    eraseNumber(input: $input) { masked mentions notSearched complete userErrors { code path } } }`;
  const again = await customer.call('POST', '/graphql', { query, variables: { input: { mobile: PERSON } } });
  const left = { masked: 0, mentions: 1, notSearched: null, complete: false, userErrors: [] };
  expect(again.body).toMatchObject({ data: { eraseNumber: left } });
  expect(await customer.call('POST', '/v1/erasures/', { mobile: PERSON, not_searched: 'anything' })).toMatchObject({
    status: 400,
    body: { code: 'bad_cursor', errors: { not_searched: ['This is not a cursor of this list.'] } },
  });
});

it('an erasure of a mistyped number under which nothing is stored is refused, and says what is wrong', async () => {
  const customer = await api.customer();
  await customer.call('POST', '/v1/sms/send/', { to: '447911123461', message: 'Hello' });
  const erase = (mobile: string) => customer.call('POST', '/v1/erasures/', { mobile });
  for (const mobile of ['+44 (0) 7911-123461', '0044 7911 123461', '07911 123461', '1 '.repeat(50_000)]) {
    expect(await erase(mobile)).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors: { mobile: [expect.stringContaining('country code')] } },
    });
  }
  await customer.call('POST', '/v1/sms/send-bulk/', { message: 'Hello', recipients: [{ to: '07911 123461' }] });
  expect(await erase('07911 123461')).toMatchObject({ status: 200, body: { messages: 1, complete: true } });
  expect(await erase('+44 7911-123461')).toMatchObject({ status: 200, body: { cancelled: 1, complete: true } });
  expect(await erase('+44 7911-123461')).toMatchObject({ status: 200, body: { messages: 0, complete: true } });
});
