import type { AckedMessage, DoubtfulMessage } from '../../../src/db/sql/chat/acks.js';
import type { AckReport } from '../../../src/domain/chat/engine.js';
import { CHAT_RANK, judgeOutcome } from '../../../src/domain/chat/message-status.js';
import { matchAcks, strongestPerMessage } from '../../../src/operations/chat/acks.js';
import { judgeKey } from '../../../src/operations/chat/settle-send.js';
import {
  type Ack,
  type ChatRow,
  type ChatSetting,
  type ChatTables,
  type Fold,
  idOf,
  type Match,
  type MessageId,
  type Outcome,
} from './state.js';

const rowOf = ({ messages }: ChatTables, i: number) => messages[i] as ChatRow;

function put(tables: ChatTables, i: number, change: Partial<ChatRow>): ChatTables {
  return { ...tables, messages: tables.messages.with(i, { ...rowOf(tables, i), ...change }) };
}

/** `claimSends` for a call whose key is new. */
export function store({ rules, hasKey }: ChatSetting, tables: ChatTables): ChatTables {
  const message = tables.messages.length;
  const row = { status: 'pending', phase: 'submitting', error: null, isRedacted: false } as const;
  return {
    ...tables,
    messages: [...tables.messages, { ...row, message_id: `proposed ${message}` }],
    key: hasKey && rules.keyWithMessage ? { message, answer: null } : tables.key,
  };
}

/** `storeSettlements` for one send. */
export function settle(setting: ChatSetting, tables: ChatTables, i: number, kind: Outcome): ChatTables {
  const { rules, hasKey, record } = setting;
  const before = rowOf(tables, i);
  const id = idOf(setting, i);
  const outcome = kind === 'unknown' && !rules.lostIsUnknown ? 'not_sent' : kind;
  const settlement = judgeOutcome(outcome === 'accepted' ? { kind: outcome, messageId: id } : { kind: outcome });
  const { status, phase, error, messageId } = settlement;
  const isKept = before.isRedacted && rules.leaveErased;
  const isPending = before.status === 'pending' || !rules.settlesPending;
  const settled = put(tables, i, {
    ...(isPending ? { status, phase, error } : { phase: 'settled' }),
    ...(isKept ? { phase: 'settled' } : messageId && { message_id: id }),
  });
  const after = hasKey ? settleKey(setting, settled, i, settlement) : settled;
  record?.({ message: i, by: { settles: kind, id }, before: tables, after });
  return after;
}

type Settlement = ReturnType<typeof judgeOutcome>;

function settleKey({ rules }: ChatSetting, tables: ChatTables, i: number, settlement: Settlement): ChatTables {
  const { key } = tables;
  const message = rowOf(tables, i);
  let becomes = judgeKey({ message, settlement });
  if (!rules.doubtsKeepKey && message.status === 'pending') becomes = 'free';
  if (!rules.failuresKeepKey && message.status === 'failed') becomes = 'free';
  const isOwn = key?.message === i;
  if (becomes === 'free') return isOwn || !rules.lateLeavesKey ? { ...tables, key: null } : tables;
  if (becomes === 'answered' && (isOwn || !rules.keyWithMessage)) {
    return { ...tables, key: { message: i, answer: message.status } };
  }
  const isTakenBack = becomes === 'taken_back' && isOwn && rules.failureReplacesAnswer;
  return isTakenBack ? { ...tables, key: { message: i, answer: null } } : tables;
}

/** `markAbandonedInDoubt`. */
export function markInDoubt(tables: ChatTables, i: number): ChatTables {
  return put(tables, i, { phase: 'in_doubt', error: 'provider_timeout' });
}

/** `eraseChatMessages` for one message. */
export function erase(tables: ChatTables, i: number): ChatTables {
  const { message_id: id } = rowOf(tables, i);
  // The ids of engines may contain the number.
  return put(tables, i, { isRedacted: true, phase: 'settled', message_id: id.startsWith('engine') ? 'erased' : id });
}

/** `findDoubtfulMessages`: the places of messages. Acks come within the time that doubts are matched. */
export function findDoubtful({ rules, isMedium }: ChatSetting, { messages }: ChatTables): number[] {
  const unsettled = [...messages.keys()].filter((i) => {
    const row = messages[i] as ChatRow;
    return row.phase !== 'settled' && !row.isRedacted;
  });
  const doubtful = unsettled.filter((i) => messages[i]?.phase === 'in_doubt' && isMedium);
  if (!rules.oneUnsettled) return doubtful.slice(0, 1);
  return unsettled.length === 1 ? doubtful : [];
}

/** `findAckedMessages`. */
export function findKnown({ messages }: ChatTables, acks: readonly Ack[]): number[] {
  return [...messages.keys()].filter((i) => acks.some(({ messageId }) => messageId === messages[i]?.message_id));
}

const TO = { session_id: 'session', is_group: false, recipient: 'chat' } as const;
const reportOf = (ack: Ack): AckReport => ({ kind: 'ack', sessionId: TO.session_id, to: TO.recipient, ...ack });
const found = ({ messages }: ChatTables, i: number): AckedMessage & DoubtfulMessage => {
  return { ...TO, id: String(i), message_id: messages[i]?.message_id ?? '' };
};

/** The second query of a fold, and what follows from both: the strongest ack of each message. Others wait. */
export function match(setting: ChatSetting, tables: ChatTables, { acks, first }: Fold): Fold {
  const { doubtsFirst, namedAreKnown, acksWait } = setting.rules;
  const known = doubtsFirst ? findKnown(tables, acks) : first;
  const doubtful = doubtsFirst ? first : findDoubtful(setting, tables);
  const rows = (places: readonly number[]) => places.map((i) => found(tables, i));
  const reports = acks.map(reportOf);
  const { matched, unmatched } = matchAcks(reports, rows(known), rows(doubtful));
  const guessed = namedAreKnown ? [] : matchAcks(unmatched, [], rows(doubtful)).matched;
  const strongest = strongestPerMessage([...matched, ...guessed]).map(({ id, status, messageId }) => {
    return { message: Number(id), messageId: messageId as MessageId, ack: status };
  });
  const parked = acksWait ? acks.filter((_, place) => unmatched.includes(reports[place] as AckReport)) : [];
  return { acks, first, matched: strongest, parked };
}

/** `applyAcks` for one ack. */
export function applyAck({ rules, record }: ChatSetting, tables: ChatTables, { message, messageId, ack }: Match) {
  const row = rowOf(tables, message);
  const raises = rules.acksOnlyRaise ? CHAT_RANK[ack] > CHAT_RANK[row.status] : ack !== row.status;
  const isOther = rules.acksBindId && row.phase === 'settled' && row.message_id !== messageId;
  const error = ack === 'failed' ? 'provider_failed' : null;
  const applied = { status: ack, phase: 'settled', error, message_id: messageId } as const;
  const after = raises && !isOther ? put(tables, message, applied) : tables;
  record?.({ message, by: { folds: { messageId, ack } }, before: tables, after });
  return after;
}
