import type { OrganisationTx } from '../../db/postgres/transaction.js';
import {
  type Ack,
  type AckedMessage,
  addReceipts,
  applyAcks,
  type DoubtfulMessage,
  findAckedMessages,
  findCounted,
  findDoubtfulMessages,
  type Receipt,
} from '../../db/sql/chat/acks.js';
import { changeSession, confirmByAcks } from '../../db/sql/chat/session-states.js';
import type { AckReport } from '../../domain/chat/engine.js';
import { CHAT_RANK } from '../../domain/chat/message-status.js';
import { hashParticipant, type SecretKeys } from '../../domain/secret-keys.js';
import type { Services } from '../context.js';

interface MatchedAck {
  readonly message: AckedMessage;
  readonly report: AckReport;
}

export interface AckOrigin {
  readonly engine: string;
  /** Sessions that this engine runs. An ack proves that the phone of such a session is connected. */
  readonly ownSessions: ReadonlySet<string>;
  /** Age of the oldest ack. */
  readonly ageSeconds: number;
}

/**
 * Applies acks to the messages of one organisation, and returns the acks that match no message yet. Order and
 * repetition of acks do not change the result.
 */
export async function foldAcks(
  tx: OrganisationTx,
  { secretKeys }: Pick<Services, 'secretKeys'>,
  reports: readonly AckReport[],
  { engine, ownSessions, ageSeconds }: AckOrigin,
): Promise<AckReport[]> {
  if (reports.length === 0) return [];
  const { matched, unmatched } = await match(tx, engine, reports, ageSeconds);
  await applyAcks(tx, strongestPerMessage(matched));
  await addReceipts(tx, await receiptsOf(tx, secretKeys, matched));
  const alive = [...new Set(matched.map(({ report }) => report.sessionId))].filter((id) => ownSessions.has(id)).sort();
  if (alive.length > 0) {
    await confirmByAcks(tx, alive);
    for (const sessionId of alive) {
      const again = { state: 'connected', reason: 'acks_again', from: ['stalled'], confirmed: true } as const;
      await changeSession(tx, sessionId, again);
    }
  }
  return unmatched;
}

async function match(tx: OrganisationTx, engine: string, reports: readonly AckReport[], ageSeconds: number) {
  const sessionIds = [...new Set(reports.map(({ sessionId }) => sessionId))];
  const messageIds = [...new Set(reports.map(({ messageId }) => messageId))];
  // The order matters. A message that settles between the two queries is in doubt for the first and has its engine id
  // for the second; in reverse order neither query would find it.
  const doubtful = await findDoubtfulMessages(tx, engine, sessionIds, ageSeconds);
  const known = await findAckedMessages(tx, engine, sessionIds, messageIds);
  return matchAcks(reports, known, doubtful);
}

/**
 * An ack belongs to the message that has its id or, if no message has it, perhaps to the message in doubt of its
 * chat.
 */
export function matchAcks(
  reports: readonly AckReport[],
  known: readonly AckedMessage[],
  doubtful: readonly DoubtfulMessage[],
): { readonly matched: readonly MatchedAck[]; readonly unmatched: AckReport[] } {
  const byId = new Map(known.map((message) => [`${message.session_id} ${message.message_id}`, message]));

  const matched: MatchedAck[] = [];
  const unknown: AckReport[] = [];
  for (const report of reports) {
    const message = byId.get(`${report.sessionId} ${report.messageId}`);
    if (message) matched.push({ message, report });
    else unknown.push(report);
  }
  // A message that has settled between the two queries is no longer in doubt. An unknown ack would outrank its own.
  const named = new Set(matched.map(({ message }) => message.id));
  const byChat = matchByChat(
    unknown,
    doubtful.filter(({ id }) => !named.has(id)),
  );
  return { matched: [...matched, ...byChat.matched], unmatched: byChat.unmatched };
}

/** Matches by chat. If acks of one chat name two messages, the match would be a guess, so both stay unmatched. */
function matchByChat(acks: readonly AckReport[], doubtful: readonly DoubtfulMessage[]) {
  const byChat = new Map(doubtful.map((message) => [`${message.session_id} ${message.recipient}`, message]));
  const matched: MatchedAck[] = [];
  const unmatched: AckReport[] = [];
  for (const [chat, reports] of Map.groupBy(acks, ({ sessionId, to }) => `${sessionId} ${to}`)) {
    const message = byChat.get(chat);
    const nameOneMessage = reports.every(({ messageId }) => messageId === reports[0]?.messageId);
    if (message && nameOneMessage) matched.push(...reports.map((report) => ({ message, report })));
    else unmatched.push(...reports);
  }
  return { matched, unmatched };
}

export function strongestPerMessage(matched: readonly MatchedAck[]): Ack[] {
  const strongest = new Map<string, Ack>();
  for (const { message, report } of matched) {
    const { ack: status, messageId, participant } = report;
    // A failure for one participant says nothing about the others in the group.
    if (status === 'failed' && message.is_group && participant !== undefined) continue;
    const best = strongest.get(message.id);
    if (!best || CHAT_RANK[status] > CHAT_RANK[best.status])
      strongest.set(message.id, { id: message.id, status, messageId });
  }
  return [...strongest.values()];
}

/**
 * A participant who was counted under the previous secret key keeps that hash: under another one they would count
 * twice.
 */
async function receiptsOf(
  tx: OrganisationTx,
  [secretKey, ...previous]: SecretKeys,
  matched: readonly MatchedAck[],
): Promise<Receipt[]> {
  const receipts = receiptsUnder(secretKey, matched);
  for (const earlier of previous) {
    const others = receiptsUnder(earlier, matched);
    const counted = await findCounted(tx, [...others.values()]);
    for (const [key, receipt] of others)
      if (counted.has(receipt.participant.toString('hex'))) receipts.set(key, receipt);
  }
  return [...receipts.values()];
}

function receiptsUnder(secretKey: string, matched: readonly MatchedAck[]): Map<string, Receipt> {
  const receipts = new Map<string, Receipt>();
  for (const { message, report } of matched) {
    const { participant, ack } = report;
    if (!message.is_group || participant === undefined || (ack !== 'delivered' && ack !== 'read')) continue;
    const key = `${message.id} ${participant}`;
    const read = ack === 'read' || (receipts.get(key)?.read ?? false);
    const hash = hashParticipant(secretKey, message.id, participant);
    receipts.set(key, { messageId: message.id, participant: hash, read });
  }
  return receipts;
}
