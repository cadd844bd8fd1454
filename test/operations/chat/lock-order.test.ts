import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { applyAcks } from '../../../src/db/sql/chat/acks.js';
import { insertChatMessages } from '../../../src/db/sql/chat/messages.js';
import { settleChatMessages } from '../../../src/db/sql/chat/settle-messages.js';
import { createdBy } from '../../../src/db/sql/people/created-by.js';
import { OPERATOR } from '../../../src/domain/context.js';
import { setTheChatStage } from '../../support/chat-stage.js';
import { useServices } from '../../support/use-services.js';

const ROUNDS = 20;
const MESSAGES = 100;

const process = useServices();

/**
 * The planner chooses by statistics: the first plan updates messages in the order of ids, the second in that of the
 * table.
 */
const MERGE_JOIN = ['plan_cache_mode = force_custom_plan', 'enable_hashjoin = off', 'enable_nestloop = off'];
const HASH_JOIN = ['plan_cache_mode = force_custom_plan', 'enable_mergejoin = off', 'enable_nestloop = off'];

it('answers and acks of the same chat messages, in opposite order and by different plans, do not deadlock', async () => {
  const { context, sessionId } = await setTheChatStage(process);
  const { db, caller } = context;
  const { organisationId } = caller;
  const deadlocks = async () => {
    const { rows } = await process.superuser.query(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0].deadlocks;
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    const messages = Array.from({ length: MESSAGES }, () => ({ id: randomUUID(), messageId: randomUUID() }));
    const about = {
      sessionId,
      recipient: '254711000001',
      isGroup: false,
      type: 'text',
      body: 'Hi',
      test: false,
      ...createdBy(OPERATOR),
    } as const;
    const newMessages = messages.map((ids) => ({ ...ids, ...about, url: null, filename: null, mimeType: null }));
    await db.inOrganisation(organisationId, (tx) => insertChatMessages(tx, newMessages, 'sandbox'));
    await process.superuser.query('ANALYZE chat_messages');
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
  await process.superuser.query('SELECT pg_stat_force_next_flush()');
  expect(await deadlocks()).toBe(0);
}, 60_000);
