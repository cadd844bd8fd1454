import {
  type Ack,
  type AckedMessage,
  addReceipts,
  applyAcks,
  type DoubtfulMessage,
  findAckedMessages,
  findDoubtfulMessages,
  type Receipt,
} from '../../db/sql/chat/acks.js';
import { changeSession, noteAcks } from '../../db/sql/chat/session-states.js';
import type { OrganisationTx } from '../../db/transaction.js';
import type { AckReport } from '../../domain/chat/engine.js';
import { CHAT_RANK } from '../../domain/chat/message-status.js';
import { REASONS } from '../../domain/chat/session-state.js';
import { hashParticipant } from '../../domain/personal-hash.js';
import type { Services } from '../context.js';

interface MatchedAck {
  readonly message: AckedMessage;
  readonly report: AckReport;
}

export interface AckOrigin {
  readonly engine: string;
  /** Sessions that this engine carries: an ack shows that their phones are alive. */
  readonly ownSessions: ReadonlySet<string>;
  /** How long ago the oldest of the acks came. */
  readonly ageSeconds: number;
}

/**
 * Folds acks of one organisation's messages, in whatever order and number they come, and answers those that match no
 * message yet.
 */
export async function foldAcks(
  tx: OrganisationTx,
  { secretKey }: Pick<Services, 'secretKey'>,
  reports: readonly AckReport[],
  { engine, ownSessions, ageSeconds }: AckOrigin,
): Promise<AckReport[]> {
  if (reports.length === 0) return [];
  const { matched, unmatched } = await match(tx, engine, reports, ageSeconds);
  await applyAcks(tx, strongestPerMessage(matched));
  await addReceipts(tx, receiptsOf(secretKey, matched));
  const alive = [...new Set(matched.map(({ report }) => report.sessionId))].filter((id) => ownSessions.has(id)).sort();
  if (alive.length > 0) {
    await noteAcks(tx, alive);
    for (const sessionId of alive) {
      const again = { state: 'connected', reason: REASONS.acksAgain, from: ['stalled'], confirmed: true } as const;
      await changeSession(tx, sessionId, again);
    }
  }
  return unmatched;
}

async function match(tx: OrganisationTx, engine: string, reports: readonly AckReport[], ageSeconds: number) {
  const sessionIds = [...new Set(reports.map(({ sessionId }) => sessionId))];
  const messageIds = [...new Set(reports.map(({ messageId }) => messageId))];
  // In this order: what is answered between the two was under way to its chat for the first, and is known to the second.
  const doubtful = await findDoubtfulMessages(tx, engine, sessionIds, ageSeconds);
  const known = await findAckedMessages(tx, engine, sessionIds, messageIds);
  const byId = new Map(known.map((message) => [`${message.session_id} ${message.message_id}`, message]));

  const matched: MatchedAck[] = [];
  const unknown: AckReport[] = [];
  for (const report of reports) {
    const message = byId.get(`${report.sessionId} ${report.messageId}`);
    if (message) matched.push({ message, report });
    else unknown.push(report);
  }
  const byChat = matchByChat(unknown, doubtful);
  return { matched: [...matched, ...byChat.matched], unmatched: byChat.unmatched };
}

/** By the chats alone; where acks of two messages come from one chat, nobody knows which is meant. */
function matchByChat(acks: readonly AckReport[], doubtful: readonly DoubtfulMessage[]) {
  const byChat = new Map(doubtful.map((message) => [`${message.session_id} ${message.recipient}`, message]));
  const matched: MatchedAck[] = [];
  const unmatched: AckReport[] = [];
  for (const [chat, reports] of Map.groupBy(acks, ({ sessionId, to }) => `${sessionId} ${to}`)) {
    const message = byChat.get(chat);
    const isOne = reports.every(({ messageId }) => messageId === reports[0]?.messageId);
    if (message && isOne) matched.push(...reports.map((report) => ({ message, report })));
    else unmatched.push(...reports);
  }
  return { matched, unmatched };
}

function strongestPerMessage(matched: readonly MatchedAck[]): Ack[] {
  const strongest = new Map<string, Ack>();
  for (const { message, report } of matched) {
    const { ack: status, messageId, participant } = report;
    // One participant whom it cannot reach fails it for nobody else.
    if (status === 'failed' && message.is_group && participant !== undefined) continue;
    const best = strongest.get(message.id);
    if (!best || CHAT_RANK[status] > CHAT_RANK[best.status])
      strongest.set(message.id, { id: message.id, status, messageId });
  }
  return [...strongest.values()];
}

function receiptsOf(secretKey: string, matched: readonly MatchedAck[]): Receipt[] {
  const receipts = new Map<string, Receipt>();
  for (const { message, report } of matched) {
    const { participant, ack } = report;
    if (!message.is_group || participant === undefined || (ack !== 'delivered' && ack !== 'read')) continue;
    const key = `${message.id} ${participant}`;
    const read = ack === 'read' || (receipts.get(key)?.read ?? false);
    const hash = hashParticipant(secretKey, message.id, participant);
    receipts.set(key, { messageId: message.id, participant: hash, read });
  }
  return [...receipts.values()];
}
