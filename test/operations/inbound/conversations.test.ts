import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { openDatabase } from '../../../src/db/orm.js';
import type { ConversationConditions } from '../../../src/db/sql/conversations/conversations.js';
import type { Page, PageArguments } from '../../../src/domain/paging.js';
import { HIGHEST_ID, lowestIdAt } from '../../../src/lib/ids.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { migrateDatabase } from '../../../src/migrate-database.js';
import type { Context } from '../../../src/operations/context.js';
import {
  type ConversationRow,
  findSuppressedParties,
  listConversations,
  markConversationRead,
} from '../../../src/operations/conversations/conversations.js';
import { type ConversationEntry, listEntries, merged } from '../../../src/operations/conversations/entries.js';
import { replyToConversation } from '../../../src/operations/conversations/reply.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { getMessages } from '../../../src/operations/sms/messages/messages.js';
import { type SendSmsInput, sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { createTestDatabase, isOnCitus } from '../../support/database/database.js';
import { createProgrammableGateway, type ProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import {
  byOperator,
  drain,
  mobile,
  newOrganisation,
  onBehalfOf,
  withGateways,
  withTestKey,
} from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const agedPrefix = (days: number) => lowestIdAt(Date.now() - days * 24 * 3_600_000).slice(0, 13);

const PERSON = mobile(1);
const OWN = '20880';
const OTHER = '254711082000';
let places = 0;

describe('conversations', () => {
  const process = useServices();

  /** An organisation with two numbers at gateways of its own: the route begins with a gateway that carries neither. */
  async function owner() {
    const [foreign, carrier, second] = [1, 2, 3].map((place) =>
      createProgrammableGateway({ name: `conversations-${++places}-${place}` }),
    ) as [ProgrammableGateway, ProgrammableGateway, ProgrammableGateway];
    const { organisationId } = (await newOrganisation(process)).caller;
    const numbers = [
      { number: OWN, keyword: null, gateways: [carrier.name, second.name], organisationId },
      { number: OTHER, keyword: null, gateways: [second.name], organisationId },
    ];
    const routes = [{ organisationId: null, gateways: [foreign.name, carrier.name] as const }];
    const services = withGateways(process, { gateways: [foreign, carrier, second], numbers, routes });
    const context = onBehalfOf(services, organisationId);
    let said = 0;
    return {
      services,
      context,
      carrier,
      foreign,
      second,
      async says(text: string, { from = PERSON, to = OWN, gateway = carrier.name } = {}) {
        await receiveInbound(services, gateway, [{ key: `key ${++said}`, from, to, text }]);
        await drain(services);
      },
      async conversation(conditions: ConversationConditions = {}) {
        const { nodes } = await listConversations(context, { first: 10, conditions });
        return nodes[0] as ConversationRow;
      },
      async sends(message: string, more: Partial<SendSmsInput> = {}) {
        await sendSms(context, { to: PERSON, message, ...more });
        await drain(services);
      },
    };
  }
  type Owner = Awaited<ReturnType<typeof owner>>;

  const textOf = ({ kind, row }: ConversationEntry) => (kind === 'inbound' ? row.text : row.body);
  async function pages({ context, conversation }: Owner, direction: 'first' | 'last', size: number) {
    const row = await conversation();
    const found: (string | null)[][] = [];
    let place: PageArguments | null = { [direction]: size };
    while (place) {
      const page: Page<ConversationEntry> = await listEntries(context, row, place);
      found.push(page.nodes.map(textOf));
      const { startCursor, endCursor } = page.ends();
      const next: PageArguments =
        direction === 'first' ? { first: size, after: endCursor } : { last: size, before: startCursor };
      place = (direction === 'first' ? page.hasNextPage : page.hasPreviousPage) ? next : null;
    }
    return found;
  }

  it('show what was received and sent in one order, page by page in both directions, also at equal times', async () => {
    const stage = await owner();
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const text of texts) await ('adf'.includes(text) ? stage.sends(text) : stage.says(text));
    const at = lowestIdAt(Date.now()).slice(0, 13);
    for (const [table, column] of [
      ['sms_messages', 'body'],
      ['inbound_messages', 'text'],
    ]) {
      await process.sql(
        `UPDATE ${table} SET id = ($1 || '-7000-8000-' || lpad(ascii(${column})::text, 12, '0'))::uuid WHERE organisation_id = $2`,
        [at, stage.context.caller.organisationId],
      );
    }
    expect(await pages(stage, 'first', 3)).toEqual([['g', 'f', 'e'], ['d', 'c', 'b'], ['a']]);
    expect(await pages(stage, 'last', 2)).toEqual([['b', 'a'], ['d', 'c'], ['f', 'e'], ['g']]);
    const page = await listEntries(stage.context, await stage.conversation(), { first: 1 });
    expect(await page.count()).toEqual({ counted: 7, isAll: true });
  });

  it('show neither what was sent from another number, nor to others, nor by the sandbox', async () => {
    const stage = await owner();
    await stage.says('Hello');
    await stage.sends('from this number', { senderId: OWN });
    await stage.sends('from the other', { senderId: OTHER });
    await stage.sends('from the other with a plus', { senderId: `+${OTHER}` });
    await stage.sends('from a name', { senderId: 'Clinic' });
    await stage.sends('of the sandbox', { test: true });
    await stage.sends('to somebody else', { to: mobile(2) });
    await stage.says('to the other', { to: OTHER, gateway: 'conversations-0' });
    expect(await pages(stage, 'first', 10)).toEqual([['from a name', 'from this number', 'Hello']]);
    const reader = { ...stage.context, caller: { ...stage.context.caller, scopes: ['inbox:read' as const] } };
    const received = await listEntries(reader, await stage.conversation(), { first: 10 });
    expect(received.nodes.map(textOf)).toEqual(['Hello']);
  });

  it('go on behind the place where a search of what was sent has stopped', () => {
    const row = (id: string) => ({ row: { id } });
    const parts = [
      { rows: ['9', '5', '2'].map(row), stoppedAt: null },
      { rows: ['8'].map(row), stoppedAt: ['4'] },
    ];
    expect(merged(parts, { backwards: false })).toEqual({ rows: ['9', '8', '5'].map(row), stoppedAt: ['4'] });
    const upwards = parts.map((part) => ({ ...part, rows: part.rows.toReversed() }));
    expect(merged(upwards, { backwards: true })).toEqual({ rows: ['2'].map(row), stoppedAt: ['4'] });
  });

  it('are answered from the number that the person wrote to, through the first gateway of the route that carries it', async () => {
    const { says, conversation, context, services, carrier, foreign } = await owner();
    await says('Hello');
    const { id: conversationId } = await conversation();
    const input = { conversationId, message: 'Good morning', idempotencyKey: 'once' };
    const { result } = await replyToConversation(context, input);
    expect(await replyToConversation(context, input)).toMatchObject({
      replayed: true,
      result: { row: { id: result.row.id } },
    });
    await expect(replyToConversation(context, { ...input, message: 'Other' })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
    await drain(services);
    expect(carrier.journal).toMatchObject([{ to: PERSON, senderId: OWN, text: 'Good morning' }]);
    expect(foreign.journal).toEqual([]);
  });

  it('repeat the answer to a keyed reply, also when they were erased or deleted, or their number is gone', async () => {
    const { says, conversation, context, services, carrier } = await owner();
    await says('Hello');
    const { id: conversationId } = await conversation();
    const input = { conversationId, message: 'Good morning', idempotencyKey: 'kept' };
    const first = await replyToConversation(context, input);
    await drain(services);
    const again = { ...first, replayed: true };
    const moved = withGateways(services, { gateways: [], numbers: [] });
    expect(await replyToConversation(onBehalfOf(moved, context.caller.organisationId), input)).toEqual(again);
    const { organisationId } = context.caller;
    await process.sql('DELETE FROM conversations WHERE organisation_id = $1', [organisationId]);
    expect(await replyToConversation(context, input)).toEqual(again);

    await eraseNumber(byOperator(context), { mobile: PERSON });
    expect(await replyToConversation(context, input)).toMatchObject({
      replayed: true,
      result: { channel: 'sms', row: { id: first.result.row.id, mobile: null, body: null } },
    });
    const refusals: [object, Partial<Context['caller']>, object][] = [
      [{ message: 'Other' }, {}, { code: 'idempotency_mismatch' }],
      [{ idempotencyKey: 'another' }, {}, { code: 'not_found' }],
      [{}, { senderIds: ['Clinic'] }, { code: 'not_allowed_for_key' }],
      [{}, { scopes: ['chat:send'] }, { code: 'forbidden', message: /sms:send/ }],
      [{}, { mode: 'test' }, { code: 'not_found' }],
    ];
    for (const [changes, caller, refusal] of refusals) {
      const by = { ...context, caller: { ...context.caller, ...caller } };
      await expect(replyToConversation(by, { ...input, ...changes })).rejects.toMatchObject(refusal);
    }
    expect(carrier.takenNumbers()).toEqual([PERSON]);
  });

  it('are answered through the gateway that the message came from, if the route carries the number nowhere', async () => {
    const { says, conversation, context, services, second } = await owner();
    await says('Hello', { to: OTHER, gateway: second.name });
    const { id: conversationId } = await conversation();
    await replyToConversation(context, { conversationId, message: 'Good morning' });
    await drain(services);
    expect(second.journal).toMatchObject([{ to: PERSON, senderId: OTHER }]);
  });

  it('are answered without approval of the number, where the organisation enforces sender IDs', async () => {
    const { says, conversation, context } = await owner();
    await says('Hello');
    const { id: conversationId } = await conversation();
    const enforcing = { ...context, caller: { ...context.caller, enforcesSenderIds: true } };
    const input = { conversationId, message: 'Good morning' };
    await expect(sendSms(enforcing, { to: PERSON, message: 'Hello', senderId: OWN })).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(await replyToConversation(enforcing, input)).toMatchObject({ result: { row: { status: 'queued' } } });
    const restricted = { ...context, caller: { ...context.caller, senderIds: ['Clinic'] } };
    await expect(replyToConversation(restricted, input)).rejects.toMatchObject({ code: 'not_allowed_for_key' });
  });

  it('end a reply to a person who has opted out as blocked, as any send', async () => {
    const { says, conversation, context, services, carrier } = await owner();
    await says('STOP');
    const { id: conversationId } = await conversation();
    const { result } = await replyToConversation(context, { conversationId, message: 'Why?' });
    await drain(services);
    expect(await getMessages(context, [result.row.id])).toMatchObject([{ status: 'blocked', delivery_code: 406 }]);
    expect(carrier.journal.map(({ text }) => text)).not.toContain('Why?');
    const suppressed = await findSuppressedParties(context, [conversationId]);
    expect(suppressed.get(conversationId)).toEqual({ since: expect.any(String) });
  });

  it('are not answered if nobody can write to the party, or the number is not the organisation’s any more', async () => {
    const { says, conversation, context, services } = await owner();
    await says('Your bill', { from: 'MTN' });
    const refused = { code: 'invalid', fields: [{ path: ['conversationId'] }] };
    const reply = async (by: Context) =>
      replyToConversation(by, { conversationId: (await conversation()).id, message: 'Hello' });
    await expect(reply(context)).rejects.toMatchObject(refused);
    await says('Hello');
    const moved = withGateways(services, { gateways: [], numbers: [] });
    await expect(reply(onBehalfOf(moved, context.caller.organisationId))).rejects.toMatchObject(refused);
    const test = withTestKey(context);
    await expect(reply(test)).rejects.toMatchObject({ code: 'live_for_test_key' });
  });

  it('keep what arrives while they are read unread', async () => {
    const { says, conversation, context } = await owner();
    await says('One');
    const { id: conversationId, last_inbound_id: upTo } = await conversation();
    await says('Two');
    const [first] = await Promise.all([markConversationRead(context, { conversationId, upTo }), says('Three')]);
    expect(first.read_up_to).toBe(upTo);
    expect(await conversation()).toMatchObject({ unread: 2 });
    expect(await conversation({ unread: false })).toBeUndefined();
    const last = (await conversation()).last_inbound_id;
    expect(await markConversationRead(context, { conversationId, upTo: HIGHEST_ID })).toMatchObject({
      unread: 0,
      read_up_to: last,
    });
    expect(await markConversationRead(context, { conversationId, upTo })).toMatchObject({
      unread: 0,
      read_up_to: last,
    });
    expect(await conversation({ unread: true })).toBeUndefined();
  });

  it('are deleted when the number is erased, and what it sends later begins another', async () => {
    const { says, conversation, context } = await owner();
    await says('STOP');
    const before = await conversation();
    await eraseNumber(byOperator(context), { mobile: PERSON });
    expect(await conversation()).toBeUndefined();
    await says('Hello again');
    const after = await conversation();
    expect(after.id).not.toBe(before.id);
    expect(await findSuppressedParties(context, [after.id])).toEqual(new Map([[after.id, { since: null }]]));
  });

  it('are deleted with the redaction of their newest message', async () => {
    const context = await newOrganisation(process);
    const { organisationId } = context.caller;
    const receive = async (from: string, key: string) => {
      await receiveInbound(process, 'sandbox', [{ key, from, to: '20880', text: key, organisationId }]);
      await drain(process);
    };
    for (const from of [mobile(1), mobile(2)]) await receive(from, 'old');
    await process.sql(
      `WITH aged AS (
         UPDATE inbound_messages SET id = ($1 || substr(id::text, 14))::uuid WHERE organisation_id = $2
         RETURNING id, conversation_id
       )
       UPDATE conversations c SET last_inbound_id = aged.id FROM aged
       WHERE c.organisation_id = $2 AND c.id = aged.conversation_id`,
      [agedPrefix(31), organisationId],
    );
    await receive(mobile(2), 'new');
    await runHousekeeping(process);
    const rows = await process.sql('SELECT party FROM conversations WHERE organisation_id = $1', [organisationId]);
    expect(rows).toEqual([{ party: mobile(2) }]);
  });

  // On Citus the tables of a migration are local until all have run.
  (isOnCitus() ? it.skip : it)(
    'of messages from before there were any are made by the migration, as read',
    async () => {
      const database = await createTestDatabase({ template: 'template0' });
      const superuser = new pg.Pool({ connectionString: database.superuserUrl, max: 1 });
      try {
        const logger = createLogger({ level: 'error', pretty: false });
        const db = await openDatabase({ url: database.url, poolSize: 2, logger });
        await db.orm.migrator.up({ to: '0001-baseline' });
        await db.close();
        await superuser.query(
          `INSERT INTO inbound_messages (organisation_id, id, sender, mobile, own_number, gateway, gateway_key, test, received_at)
         SELECT md5((n % 2)::text)::uuid, md5(n::text)::uuid, CASE WHEN n > 3 THEN 'party ' || n % 20 END, NULL, '20880', 'g',
                n, false, '2026-01-01'::timestamptz + n * interval '1 second'
         FROM generate_series(1, 3300) AS n`,
        );
        await migrateDatabase(database.url, logger);
        const { rows } = await superuser.query(
          `SELECT c.organisation_id, c.party, c.unread, count(*)::int AS messages, max(m.received_at) = c.last_at AS last,
                max(m.id::text) = c.last_inbound_id::text AS newest, c.read_up_to = c.last_inbound_id AS read
         FROM conversations c JOIN inbound_messages m ON m.organisation_id = c.organisation_id AND m.conversation_id = c.id
           AND m.sender = c.party
         GROUP BY c.organisation_id, c.id`,
        );
        expect(rows).toHaveLength(20);
        expect(rows.reduce((sum, { messages }) => sum + messages, 0)).toBe(3_297);
        expect(rows.filter(({ unread, last, newest, read }) => unread !== 0 || !last || !newest || !read)).toEqual([]);
      } finally {
        await superuser.end();
        await database.drop();
      }
    },
  );
});
