import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { findAckedMessages } from '../../db/sql/chat/acks.js';
import type { SessionOwner } from '../../db/sql/chat/sessions.js';
import { appendEvents } from '../../db/sql/events/append-events.js';
import { lockOrganisation } from '../../db/sql/people/organisations.js';
import { completeInboundMessages } from '../../db/sql/sms/inbound/fold-inbound.js';
import { kindOfMessage, numberOf, type StoredMessageReport } from '../../domain/chat/inbound.js';
import { storableKey } from '../../domain/received.js';
import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import { newId } from '../../lib/ids.js';
import type { Services } from '../context.js';
import { storeInbound } from '../kernel/store-inbound.js';

interface Origin {
  readonly engine: string;
  /** Of the organisation. */
  readonly sessions: readonly SessionOwner[];
}

/**
 * Stores messages to phones of one organisation, one worker at a time. It accepts them from the engine of the session,
 * and from the sandbox, to which test keys send through any session. It drops messages to deleted phones.
 */
export async function foldMessages(
  tx: OrganisationTx,
  { logger }: Pick<Services, 'logger'>,
  reports: readonly StoredMessageReport[],
  { engine, sessions }: Origin,
): Promise<void> {
  const engines = new Map(sessions.map((session) => [session.id, session.engine]));
  const ofOrganisation = reports.filter(({ sessionId }) => engines.has(sessionId));
  const heard = ofOrganisation.filter(({ sessionId }) => mayReport(engine, engines.get(sessionId) ?? null));
  const dropped = ofOrganisation.length - heard.length;
  if (dropped > 0) {
    logger.warn({ engine, messages: dropped }, 'dropped messages to deleted phones, or to phones of another engine');
  }
  if (heard.length === 0) return;
  await lockOrganisation(tx);
  const answered = await answeredMessages(tx, engine, heard);
  const { added, repeated } = await storeInbound(
    tx,
    heard.map((report) => toRow(report, engine, answered.get(nameOf(report.sessionId, report.replyTo)) ?? null)),
  );
  const completing = repeated.filter(({ text, media_url: url }) => (text ?? url) !== null);
  const completed = await completeInboundMessages(tx, completing);
  appendEvents(tx, [
    { type: 'chat_message.received', subjectIds: added.map(({ id }) => id), revision: 1 },
    { type: 'chat_message.received', subjectIds: completed, revision: 2 },
  ]);
}

function mayReport(engine: string, ownEngine: string | null): boolean {
  return ownEngine !== null && (engine === ownEngine || engine === SANDBOX_GATEWAY);
}

/** Our messages to which these reply, by session and engine id. */
async function answeredMessages(tx: OrganisationTx, engine: string, reports: readonly StoredMessageReport[]) {
  const replies = reports.filter(({ replyTo }) => replyTo !== undefined);
  if (replies.length === 0) return new Map<string, string>();
  const sessionIds = [...new Set(replies.map(({ sessionId }) => sessionId))];
  const messageIds = [...new Set(replies.flatMap(({ replyTo }) => replyTo ?? []))];
  const found = await findAckedMessages(tx, engine, sessionIds, messageIds);
  return new Map(found.map((message) => [nameOf(message.session_id, message.message_id), message.id]));
}

const nameOf = (sessionId: string, messageId: string | undefined) => `${sessionId} ${messageId}`;

function toRow(report: StoredMessageReport, engine: string, replyToChatId: string | null) {
  const { sessionId, party, participant, text, media, incomplete, sentAt, receivedAt } = report;
  return {
    id: newId(),
    channel: 'chat' as const,
    own_address: sessionId,
    party,
    party_mobile: numberOf(party),
    sender: party,
    mobile: numberOf(participant ?? party),
    own_number: null,
    session_id: sessionId,
    participant: participant ?? null,
    gateway: engine,
    gateway_key: storableKey(nameOf(sessionId, report.messageId)),
    kind: kindOfMessage(report),
    text,
    media_url: media?.url ?? null,
    media_type: media?.type ?? null,
    media_name: media?.name ?? null,
    reply_to_chat_id: replyToChatId,
    keyword: null,
    incomplete: incomplete ?? false,
    test: engine === SANDBOX_GATEWAY,
    sent_at: sentAt ?? null,
    received_at: receivedAt,
  };
}
