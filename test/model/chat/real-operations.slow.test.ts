import { beforeAll, describe, expect, it } from '@jest/globals';
import { applyAcks } from '../../../src/db/sql/chat/acks.js';
import { insertChatMessages } from '../../../src/db/sql/chat/messages.js';
import { createdBy } from '../../../src/db/sql/people/created-by.js';
import { judgeOutcome } from '../../../src/domain/chat/message-status.js';
import { OPERATOR } from '../../../src/domain/context.js';
import { newId } from '../../../src/lib/ids.js';
import { settleSend } from '../../../src/operations/chat/settle-send.js';
import { type ChatStage, PERSON, setTheChatStage } from '../../support/chat-stage.js';
import { seeEvents } from '../../support/see.js';
import { useServices } from '../../support/use-services.js';
import { CHAT_CONFIGURATIONS } from './configurations.js';
import { exploreChat } from './exploration.js';
import type { ChatChange, ChatRow, ChatTables } from './state.js';

const DISTINCT_CHANGES = 96;
const OPERATION = 'sendChatMessage';

/** A message and the key, as far as a transaction about the message can see them. */
interface Seen {
  readonly row: ChatRow;
  /** The stored answer: none, that of another message, the id alone, or with a status. */
  readonly key: string;
}

interface Case {
  readonly by: ChatChange['by'];
  readonly before: Seen;
  readonly after: Seen;
}

function seenBy({ messages, key }: ChatTables, i: number): Seen {
  const isOwn = key?.message === i;
  return { row: messages[i] as ChatRow, key: isOwn ? (key.answer ?? 'the id') : key ? 'of another' : 'none' };
}

/** Each distinct change of the model; the message is called 0. */
function listCases(): Case[] {
  const cases = new Map<string, Case>();
  const record = ({ message: i, by, before, after }: ChatChange) => {
    const text = JSON.stringify({ by, before: seenBy(before, i), after: seenBy(after, i) });
    const named = text.replace(/(proposed|engine's) (\d)/g, (_, of, n) => `${of} ${Number(n) === i ? 0 : 1}`);
    cases.set(named, JSON.parse(named));
  };
  for (const { setting, short } of CHAT_CONFIGURATIONS) exploreChat({ setting, budget: short.budget, record });
  return [...cases.values()];
}

describe('what the model does to a chat message', () => {
  const process = useServices();
  const query = (text: string, values: readonly unknown[]) => process.sql(text, [...values]);
  let stage: ChatStage;

  beforeAll(async () => {
    stage = await setTheChatStage(process);
  });

  async function prepare(id: string, { row, key }: Seen): Promise<void> {
    const { db, caller } = stage.context;
    const content = { type: 'text', body: 'Hi', url: null, filename: null, mime_type: null } as const;
    const to = { session_id: stage.sessionId, message_id: id, recipient: PERSON, is_group: false, test: false };
    const message = { id, ...to, ...content, ...createdBy(OPERATOR) };
    await db.inOrganisation(caller.organisationId, (tx) => insertChatMessages(tx, [message], 'sandbox'));
    await query(
      `UPDATE chat_messages SET status = $2, phase = $3, error = $4, message_id = $5,
         redacted_at = CASE WHEN $6 THEN now() END WHERE id = $1`,
      [id, row.status, row.phase, row.error, `${row.message_id} ${id}`, row.isRedacted],
    );
    if (key === 'none') return;
    const result = key === 'of another' ? { id: newId() } : key === 'the id' ? { id } : { id, status: key };
    await query(
      `INSERT INTO idempotency_keys (organisation_id, operation, key, request_hash, result) VALUES ($1, $2, $3, '', $4)`,
      [caller.organisationId, OPERATION, id, JSON.stringify(result)],
    );
  }

  async function perform(id: string, by: ChatChange['by']): Promise<void> {
    const { context, sessionId, engine } = stage;
    if ('folds' in by) {
      const ack = { id, status: by.folds.ack, messageId: `${by.folds.messageId} ${id}` };
      await context.db.inOrganisation(context.caller.organisationId, (tx) => applyAcks(tx, [ack]));
      return;
    }
    const outcome = { kind: by.settles, messageId: `${by.id} ${id}` } as const;
    const send = { id, sessionId, session: { engine: engine.name, revision: 1 } };
    const key = { operation: OPERATION, key: id };
    await settleSend(context, { ...send, key, settlement: judgeOutcome(outcome) }).catch(() => undefined);
  }

  async function look(id: string): Promise<Seen> {
    const rows = await query(
      `SELECT status, phase, error, left(message_id, -37) AS message_id, redacted_at IS NOT NULL AS "isRedacted"
       FROM chat_messages WHERE id = $1`,
      [id],
    );
    const [stored] = await query('SELECT result FROM idempotency_keys WHERE key = $1', [id]);
    const isOwn = stored?.result.id === id;
    return { row: rows[0], key: isOwn ? (stored.result.status ?? 'the id') : stored ? 'of another' : 'none' };
  }

  it('is what the program does to its row, its key and its events', async () => {
    const cases = listCases();
    for (const { by, before, after } of cases) {
      const id = newId();
      await prepare(id, before);
      await perform(id, by);
      expect({ by, before, after: await look(id) }).toEqual({ by, before, after });
      const corrected = before.row.status === 'failed' ? ' corrected' : '';
      const event = `chat_message.${after.row.status}${corrected}`;
      const isChanged = after.row.status !== before.row.status;
      expect(await seeEvents(process, id)).toEqual(isChanged ? [event] : []);
    }
    expect(cases).toHaveLength(DISTINCT_CHANGES);
  });
});
