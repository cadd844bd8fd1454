import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { applyAcks } from '../../../src/db/queries/chat/apply-acks.js';
import { insertChatMessages } from '../../../src/db/queries/chat/insert-chat-messages.js';
import { settleChatMessages } from '../../../src/db/queries/chat/settle-chat-messages.js';
import { setTheChatStage } from '../../support/chat-stage.js';
import { useServices } from '../../support/use-services.js';

const ROUNDS = 20;
const MESSAGES = 100;

const process = useServices();

it('answers and acks of the same chat messages, in opposite order, do not deadlock', async () => {
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
    } as const;
    const newMessages = messages.map((ids) => ({ ...ids, ...about, url: null, filename: null, mimeType: null }));
    await db.inOrganisation(organisationId, (tx) => insertChatMessages(tx, newMessages, 'sandbox'));
    const sent = { status: 'sent', phase: 'settled', error: null, reason: null } as const;
    const answers = messages.map((ids) => ({ ...ids, ...sent }));
    const acks = messages.toReversed().map((ids) => ({ ...ids, status: 'delivered' }) as const);
    await Promise.all([
      db.inOrganisation(organisationId, (tx) => settleChatMessages(tx, answers)),
      db.inOrganisation(organisationId, (tx) => applyAcks(tx, acks)),
    ]);
  }
  // Backends report their counts with some delay.
  await process.superuser.query('SELECT pg_stat_force_next_flush()');
  expect(await deadlocks()).toBe(0);
}, 60_000);
