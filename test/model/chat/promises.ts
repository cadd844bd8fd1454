import { CHAT_RANK } from '../../../src/domain/chat/message-status.js';
import type { ChatPromise, ChatSetting, ChatState, MessageId, Send } from './state.js';

/** The message that an id of a message means; null: none, or one that may not be known by that id any more. */
export function ownerOf({ tables: { messages }, sends }: ChatState, id: MessageId): number | null {
  const owner = Number(id.split(' ')[1] ?? Number.NaN);
  const row = messages[owner];
  return row && !row.isRedacted && !sends[owner]?.isMistaken ? owner : null;
}

/** The promise that a state breaks; null if it keeps all. */
export function brokenChatPromise({ hasKey }: ChatSetting, state: ChatState): ChatPromise | null {
  if (state.broken) return state.broken;
  const { sends, tables } = state;
  const taken = sends.map((send) => send.taken);
  if ((hasKey ? taken.reduce((sum, times) => sum + times, 0) : Math.max(0, ...taken)) > 1) return 'once';
  for (const [i, row] of tables.messages.entries()) {
    const send = sends[i] as Send;
    if (row.status === 'failed' && send.taken > 0 && !send.acked.includes('failed') && !send.isMistaken)
      return 'accepted';
    if (row.isRedacted && (row.phase !== 'settled' || row.message_id.startsWith('engine'))) return 'erased';
  }
  return null;
}

/** A message in doubt whose acks are missing, or cannot be matched, stays so. */
export function isChatFinal({ tables: { messages }, sends, folds }: ChatState): boolean {
  if (folds.length > 0) return false;
  const inDoubt = messages.filter(({ phase }) => phase === 'in_doubt').length;
  return messages.every((row, i) => {
    const { at, acked, isMistaken } = sends[i] as Send;
    if (at !== null || row.phase === 'submitting') return false;
    const isUnknown = row.isRedacted || isMistaken || (row.phase === 'in_doubt' && inDoubt > 1);
    return isUnknown || acked.every((ack) => CHAT_RANK[ack] <= CHAT_RANK[row.status]);
  });
}
