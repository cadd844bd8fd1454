import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { applyAcks } from '../../../src/db/sql/chat/acks.js';
import { insertChatMessages } from '../../../src/db/sql/chat/messages.js';
import { settleChatMessages } from '../../../src/db/sql/chat/settle-messages.js';
import { createdBy } from '../../../src/db/sql/people/created-by.js';
import type { SendOutcome } from '../../../src/domain/chat/engine.js';
import { OPERATOR } from '../../../src/domain/context.js';
import { createSession } from '../../../src/operations/chat/create-session.js';
import type { SendChatMessageInput } from '../../../src/operations/chat/send.js';
import { type ChatStage, setTheChatStage } from '../../support/chat-stage.js';
import { useServices } from '../../support/use-services.js';

const services = useServices({ poolSize: 12 });

const sendAll = async (stage: ChatStage, inputs: readonly Partial<SendChatMessageInput>[]) => {
  const ends = await Promise.allSettled(inputs.map((input) => stage.send(input)));
  return ends.map((end) =>
    end.status === 'fulfilled' ? (end.value.replayed ? 'again' : end.value.result.status) : end.reason.code,
  );
};
const texts = (count: number): Partial<SendChatMessageInput>[] =>
  Array.from({ length: count }, (_, place) => ({ message: String(place) }));
const withKeys = (inputs: readonly Partial<SendChatMessageInput>[]) =>
  inputs.map((input) => ({ ...input, idempotencyKey: `key ${input.message}` }));
const handedOver = ({ engine }: ChatStage) => engine.sent.map(({ message }) => message.text);
const rowsOf = async ({ context }: ChatStage) =>
  await services.sql<{ body: string; status: string; error: string | null; transaction: string }>(
    `SELECT body, status, error, xmin::text AS transaction FROM chat_messages WHERE organisation_id = $1 ORDER BY id`,
    [context.caller.organisationId],
  );
const all = (count: number, end: string) => Array.from({ length: count }, () => end);

describe('chat messages of one organisation that are sent at the same time', () => {
  it.each([false, true])(
    'are written down together, each before its hand-over, and handed over in the order of arrival, with keys: %p',
    async (keyed) => {
      const claimed: Promise<string | undefined>[] = [];
      const stage = await setTheChatStage(services, {
        react: async ({ proposedId, text }) => {
          claimed.push(rowsOf(stage).then((rows) => rows.find(({ body }) => body === text)?.transaction));
          return { kind: 'accepted', messageId: proposedId };
        },
      });
      const inputs = keyed ? withKeys(texts(40)) : texts(40);
      expect(await sendAll(stage, inputs)).toEqual(all(40, 'sent'));
      expect(handedOver(stage)).toEqual(inputs.map(({ message }) => message));
      const transactions = new Set(await Promise.all(claimed));
      expect(transactions.has(undefined)).toBe(false);
      const rows = await rowsOf(stage);
      expect(rows.map(({ body }) => body)).toEqual(inputs.map(({ message }) => message));
      // What each of the callers waits for is written down together as well.
      expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThanOrEqual(6);
      if (keyed) {
        expect(await sendAll(stage, inputs)).toEqual(all(40, 'again'));
        expect(stage.engine.sent).toHaveLength(40);
      }
    },
  );

  it.each([false, true])('each learn their own outcome, with keys: %p', async (keyed) => {
    const outcomes: Readonly<Record<string, SendOutcome>> = {
      3: { kind: 'rejected', reason: 'no such chat' },
      5: { kind: 'unknown' },
      7: { kind: 'not_sent' },
    };
    const stage = await setTheChatStage(services, {
      react: ({ proposedId, text }) => outcomes[text ?? ''] ?? { kind: 'accepted', messageId: proposedId },
    });
    const inputs = keyed ? withKeys(texts(10)) : texts(10);
    const ends = await sendAll(stage, inputs);
    const expected = all(10, 'sent')
      .with(3, 'provider_rejected')
      .with(5, 'provider_timeout')
      .with(7, 'provider_unavailable');
    expect(ends).toEqual(expected);
    const statuses = (await rowsOf(stage)).map(({ status, error }) => error ?? status);
    expect(statuses).toEqual(expected);
    if (!keyed) return;
    // The keys of those that were not taken are free; the one in doubt stays so.
    expect(await sendAll(stage, inputs)).toEqual(
      all(10, 'again').with(3, 'provider_rejected').with(5, 'provider_timeout').with(7, 'provider_unavailable'),
    );
    expect(handedOver(stage).slice(10)).toEqual(['3', '7']);
  });

  it('through phones that are gone or away fail alone', async () => {
    const stage = await setTheChatStage(services);
    const away = await createSession(stage.context, { name: 'Away', engine: stage.engine.name });
    await services.sql(`UPDATE chat_sessions SET state = 'disconnected' WHERE id = $1`, [away.result.id]);
    const inputs = [
      ...texts(3),
      { message: '3', sessionId: away.result.id },
      { message: '4', sessionId: '0190f3c1-0000-7000-8000-000000000001', idempotencyKey: 'gone' },
      { message: '5', idempotencyKey: 'kept' },
    ];
    const expected = all(6, 'sent').with(3, 'session_not_connected').with(4, 'not_found');
    expect(await sendAll(stage, inputs)).toEqual(expected);
    expect(handedOver(stage)).toEqual(['0', '1', '2', '5']);
  });

  it('a phone that turns out to be away is so for the others too, whatever they learn of themselves', async () => {
    const stage = await setTheChatStage(services, {
      react: ({ proposedId, text }) =>
        text === '4' ? { kind: 'not_connected' } : { kind: 'accepted', messageId: proposedId },
    });
    expect(await sendAll(stage, texts(6))).toEqual(all(6, 'sent').with(4, 'session_not_connected'));
    expect(await stage.sessionState()).toBe('disconnected');
  });

  it('one whose answer cannot be written down does not keep those of the others', async () => {
    const stage = await setTheChatStage(services, {
      react: ({ text }) => ({ kind: 'accepted', messageId: text === '2' ? 'refused' : `taken ${text}` }),
    });
    await services.sql(`ALTER TABLE chat_messages ADD CONSTRAINT no_refused CHECK (message_id <> 'refused') NOT VALID`);
    try {
      expect(await sendAll(stage, texts(6))).toEqual(all(6, 'sent').with(2, '23514'));
      expect((await rowsOf(stage)).map(({ status }) => status)).toEqual(all(6, 'sent').with(2, 'pending'));
    } finally {
      await services.sql('ALTER TABLE chat_messages DROP CONSTRAINT no_refused');
    }
  });

  it('a twin of a key is told that the first is under way, and is not handed over', async () => {
    const stage = await setTheChatStage(services);
    const twins = withKeys([{ message: 'a' }, { message: 'a' }, { message: 'b' }]);
    const other = { message: 'other', idempotencyKey: 'key b' };
    expect(await sendAll(stage, [...twins, other])).toEqual([
      'sent',
      expect.stringMatching(/^(again|idempotency_in_progress)$/),
      'sent',
      'idempotency_mismatch',
    ]);
    expect(handedOver(stage)).toEqual(['a', 'b']);
  });

  it('whose answers find the event log locked for longer than a statement may wait are written down when it is free', async () => {
    const stage = await setTheChatStage(services, {
      react: async ({ proposedId }) => {
        await locked;
        return { kind: 'accepted', messageId: proposedId };
      },
    });
    const holder = await services.superuser.connect();
    const limit = (client: PoolClient) => void client.query('SET statement_timeout = 200').catch(() => undefined);
    services.db.pool.on('acquire', limit);
    const lock = 'SELECT FROM event_logs WHERE organisation_id = $1 FOR NO KEY UPDATE';
    const locked = holder.query('BEGIN').then(() => holder.query(lock, [stage.context.caller.organisationId]));
    const sending = sendAll(stage, texts(6));
    await sleep(600);
    services.db.pool.off('acquire', limit);
    await holder.query('ROLLBACK');
    holder.release();
    expect(await sending).toEqual(all(6, 'sent'));
  });
});

describe('answers and acks of the same chat messages', () => {
  const process = useServices();
  const ROUNDS = 20;
  const MESSAGES = 100;

  /**
   * The planner chooses by statistics: the first plan updates messages in the order of ids, the second in that of the
   * table.
   */
  const MERGE_JOIN = ['plan_cache_mode = force_custom_plan', 'enable_hashjoin = off', 'enable_nestloop = off'];
  const HASH_JOIN = ['plan_cache_mode = force_custom_plan', 'enable_mergejoin = off', 'enable_nestloop = off'];

  it('do not deadlock with each other, in opposite order and by different plans', async () => {
    const { context, sessionId } = await setTheChatStage(process);
    const { db, caller } = context;
    const { organisationId } = caller;
    const deadlocks = async () => {
      const rows = await process.sql('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()');
      return rows[0].deadlocks;
    };

    for (let round = 0; round < ROUNDS; round += 1) {
      const messages = Array.from({ length: MESSAGES }, () => ({ id: randomUUID(), messageId: randomUUID() }));
      const about = {
        session_id: sessionId,
        recipient: '254711000001',
        is_group: false,
        type: 'text',
        body: 'Hi',
        url: null,
        filename: null,
        mime_type: null,
        test: false,
        ...createdBy(OPERATOR),
      } as const;
      const newMessages = messages.map(({ id, messageId }) => ({ id, message_id: messageId, ...about }));
      await db.inOrganisation(organisationId, (tx) => insertChatMessages(tx, newMessages, 'sandbox'));
      await process.sql('ANALYZE chat_messages');
      const sent = { status: 'sent', phase: 'settled', error: null, reason: null } as const;
      const answers = messages.map((ids) => ({ ...ids, ...sent }));
      const acks = messages.toReversed().map((ids) => ({ ...ids, status: 'delivered' }) as const);
      await Promise.all([
        db.inOrganisation(organisationId, async (tx) => {
          for (const setting of MERGE_JOIN) await tx.sql(`SET LOCAL ${setting}`);
          await settleChatMessages(tx, answers);
        }),
        db.inOrganisation(organisationId, async (tx) => {
          for (const setting of HASH_JOIN) await tx.sql(`SET LOCAL ${setting}`);
          await applyAcks(tx, acks);
        }),
      ]);
    }
    // Backends report their counts with some delay.
    await process.sql('SELECT pg_stat_force_next_flush()');
    expect(await deadlocks()).toBe(0);
  }, 60_000);
});
