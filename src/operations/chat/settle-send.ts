import type { Database } from '../../db/database.js';
import type { OrganisationTx } from '../../db/postgres/transaction.js';
import type { ChatMessageRow, SendingSession } from '../../db/sql/chat/messages.js';
import { changeSession } from '../../db/sql/chat/session-states.js';
import { markAbandonedInDoubt, settleChatMessages } from '../../db/sql/chat/settle-messages.js';
import { forgetStoredAnswers, type OperationKey, replaceStoredAnswers } from '../../db/sql/kernel/idempotency-keys.js';
import type { ChatSettlement } from '../../domain/chat/message-status.js';
import { PostriderError } from '../../domain/errors.js';
import type { Context, Services } from '../context.js';
import { GroupCommit } from '../kernel/group-commit.js';
import { retryWhileDatabaseAway } from '../kernel/retry-writes.js';

export interface SendToSettle {
  readonly id: string;
  readonly sessionId: string;
  /** The session as it was when the message was inserted. */
  readonly session: Pick<SendingSession, 'engine' | 'revision'>;
  /** The idempotency key of the call. */
  readonly key: OperationKey | null;
  readonly settlement: ChatSettlement;
}

const settlementGroups = new GroupCommit<SendToSettle, ChatMessageRow>({ perform: settleSends });

/** Stores the answer of the engine. Throws the caller's error if the engine did not accept the message. */
export async function settleSend(context: Context, send: SendToSettle): Promise<ChatMessageRow> {
  const { db, caller, logger } = context;
  const message = await retryWhileDatabaseAway(logger, () => settlementGroups.add(db, caller.organisationId, send));
  const failure = failureOf(message);
  if (failure) throw failure;
  return message;
}

function settleSends(db: Database, organisationId: string, sends: readonly SendToSettle[]): Promise<ChatMessageRow[]> {
  // Listeners, who are told of phones that have disconnected, are on no node.
  const notifies = sends.some(({ settlement }) => isDisconnected(settlement));
  return (notifies ? db : db.selfContained).inOrganisation(organisationId, (tx) => storeSettlements(tx, sends));
}

async function storeSettlements(tx: OrganisationTx, sends: readonly SendToSettle[]): Promise<ChatMessageRow[]> {
  const messages = await settleChatMessages(
    tx,
    sends.map(({ id, settlement }) => ({ id, ...settlement })),
  );
  const settled = sends.map((send) => ({ ...send, message: messages.get(send.id) as ChatMessageRow }));
  const disconnected = settled
    .filter(({ settlement }) => isDisconnected(settlement))
    .toSorted((one, other) => (one.sessionId < other.sessionId ? -1 : 1));
  for (const send of disconnected) await disconnect(tx, send);
  const keyed = settled.flatMap(({ key, ...send }) => (key === null ? [] : { ...key, ...send }));
  const { answered = [], taken_back: takenBack = [], free = [] } = Object.groupBy(keyed, judgeKey);
  await replaceStoredAnswers(tx, [
    ...answered.map(({ message, ...key }) => ({ ...key, result: message })),
    ...takenBack.map(({ message: { id }, ...key }) => ({ ...key, result: { id } })),
  ]);
  await forgetStoredAnswers(tx, free);
  return settled.map(({ message }) => message);
}

/** What becomes of the stored answer of a key. It names the message alone until the engine has accepted the message. */
export function judgeKey(settled: {
  readonly message: Pick<ChatMessageRow, 'status'>;
  readonly settlement: Pick<ChatSettlement, 'status'>;
}): 'answered' | 'kept' | 'taken_back' | 'free' {
  const { message, settlement } = settled;
  if (message.status !== 'failed') return message.status === 'pending' ? 'kept' : 'answered';
  // An ack may report a failure before the accepting answer is stored. The key then stays with this message, which
  // was sent. If "sent" is stored already, since the answer to its COMMIT was lost, a repeated call must get the
  // failure too.
  return settlement.status === 'failed' ? 'free' : 'taken_back';
}

const isDisconnected = ({ error }: ChatSettlement) => error === 'session_not_connected';

/**
 * Marks the phone disconnected, unless a newer report of the engine has changed the session since the message was
 * inserted.
 */
async function disconnect(tx: OrganisationTx, { sessionId, session }: SendToSettle): Promise<void> {
  await changeSession(tx, sessionId, {
    state: 'disconnected',
    reason: 'phone_not_connected',
    ifRevision: session.revision,
    ifEngine: session.engine,
  });
}

/** Returns the error of a send that was refused or whose outcome is unknown; null if the engine accepted it. */
export function failureOf({
  id,
  status,
  error,
}: Pick<ChatMessageRow, 'id' | 'status' | 'error'>): PostriderError | null {
  if (status === 'pending') return new PostriderError('provider_timeout', undefined, { subjectId: id });
  if (status !== 'failed') return null;
  if (error === 'session_not_connected') return new PostriderError('session_not_connected');
  return error === 'provider_unavailable'
    ? new PostriderError('provider_unavailable')
    : new PostriderError('provider_rejected');
}

/** Longer than the longest engine call. A later answer still settles its message. */
const SEND_LEASE_SECONDS = 180;

/** Marks sends in doubt whose process died before it stored the answer. */
export async function markAbandonedSendsInDoubt({ db, logger }: Services): Promise<void> {
  const doubtful = await db.acrossOrganisations((tx) => markAbandonedInDoubt(tx, SEND_LEASE_SECONDS));
  if (doubtful > 0) logger.warn({ messages: doubtful }, 'chat messages of a dead process are in doubt');
}
