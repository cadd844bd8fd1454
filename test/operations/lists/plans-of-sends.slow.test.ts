import { expect, it } from '@jest/globals';
import { Client } from 'pg';
import { addReceipts, applyAcks } from '../../../src/db/sql/chat/acks.js';
import { insertChatMessages, type NewChatMessage } from '../../../src/db/sql/chat/messages.js';
import { settleChatMessages } from '../../../src/db/sql/chat/settle-messages.js';
import { findStoredAnswers, replaceStoredAnswers } from '../../../src/db/sql/kernel/idempotency-keys.js';
import { insertMessages, type NewMessage } from '../../../src/db/sql/sms/messages/insert-messages.js';
import { createTestDatabase } from '../../support/database/database.js';
import { ORGANISATION } from '../../support/database/plan-rows.js';
import {
  type Access,
  type AnyTx,
  conditionsOf,
  describePlans,
  explainOn,
  usePlans,
} from '../../support/database/plans.js';

describePlans('plans of groups of sends', () => {
  const { planOf } = usePlans();
  const key = { operation: 'sendSms', key: 'k' };
  const message = { id: ORGANISATION, mobile: '1', metadata: null } as NewMessage;
  const chatMessage = { id: ORGANISATION, session_id: ORGANISATION } as NewChatMessage;
  const settled = {
    id: ORGANISATION,
    status: 'sent',
    phase: 'settled',
    error: null,
    messageId: null,
    reason: null,
  } as const;
  const ofGroups: readonly (readonly [string, readonly Access[], (tx: AnyTx) => Promise<unknown>])[] = [
    [
      'the suppressions of one send',
      [{ table: 'suppressions', by: 'suppressions_number' }],
      (tx) => insertMessages(tx, [message]),
    ],
    [
      'the suppressions of several sends',
      [{ table: 'suppressions', by: 'suppressions_number' }],
      (tx) => insertMessages(tx, [message, message]),
    ],
    [
      'stored answers',
      [{ table: 'idempotency_keys', by: 'idempotency_keys_pkey' }],
      (tx) => findStoredAnswers(tx, [key]),
    ],
    [
      'answers that are replaced',
      [{ table: 'idempotency_keys', by: 'idempotency_keys_pkey' }],
      (tx) => replaceStoredAnswers(tx, [{ ...key, result: { id: ORGANISATION } }]),
    ],
    [
      'the phones of chat messages',
      [
        { table: 'chat_sessions', by: 'chat_sessions_id' },
        { table: 'chat_sessions', by: 'chat_sessions_id' },
      ],
      (tx) => insertChatMessages(tx, [chatMessage], 'sandbox'),
    ],
    [
      'chat messages that are settled, and their phones',
      [
        { table: 'chat_messages', by: 'chat_messages_pkey' },
        { table: 'chat_messages', by: 'chat_messages_pkey' },
        { table: 'chat_sessions', by: 'chat_sessions_id' },
        { table: 'chat_sessions', by: 'chat_sessions_id' },
      ],
      (tx) => settleChatMessages(tx, [settled]),
    ],
    [
      'chat messages that are acked',
      [
        { table: 'chat_messages', by: 'chat_messages_pkey' },
        { table: 'chat_messages', by: 'chat_messages_pkey' },
      ],
      (tx) => applyAcks(tx, [{ id: ORGANISATION, status: 'read', messageId: '' }]),
    ],
    [
      'chat messages that participants of a group have received',
      [{ table: 'chat_messages', by: 'chat_messages_pkey' }],
      (tx) => addReceipts(tx, [{ messageId: ORGANISATION, participant: Buffer.alloc(0), read: false }]),
    ],
  ];

  it.each(ofGroups)('in a group of sends, %s are found along their key', async (_name, wanted, query) => {
    const used = await planOf(query);
    expect(used.toSorted((one, other) => one.table.localeCompare(other.table))).toEqual(wanted);
  });

  it.each(ofGroups)(
    'in a group of sends, %s are found along their key by a plan from when the table was new',
    async (...which) => {
      const [, wanted, query] = which;
      const fresh = await createTestDatabase();
      const client = new Client({ connectionString: fresh.url });
      await client.connect();
      const plan = await explainOn(client, query);
      await client.end();
      await fresh.drop();
      // Phones are few: to read those of the organisation is as good.
      const conditions = conditionsOf(plan).filter(({ table }) => table !== 'chat_sessions');
      for (const { table } of wanted) {
        const ofTable = conditions.filter((one) => one.table === table);
        for (const { condition } of ofTable) expect(condition).toMatch(/\b(id|key|mobile) = /);
      }
      expect(conditions.map(({ table }) => table)).toEqual(
        wanted.map(({ table }) => table).filter((table) => table !== 'chat_sessions'),
      );
    },
  );
});
