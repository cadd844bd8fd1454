import type { Database } from '../../db/database.js';
import { changeSession } from '../../db/sql/chat/change-session.js';
import type { SendingSession } from '../../db/sql/chat/insert-chat-messages.js';
import type { ChatMessageRow } from '../../db/sql/chat/rows.js';
import { settleChatMessages } from '../../db/sql/chat/settle-chat-messages.js';
import {
  forgetStoredAnswers,
  type OperationKey,
  replaceStoredAnswers,
} from '../../db/sql/plumbing/idempotency-keys.js';
import type { OrganisationTx } from '../../db/transaction.js';
import type { ChatSettlement } from '../../domain/chat/message-status.js';
import { REASONS } from '../../domain/chat/session-state.js';
import { PostriderError } from '../../domain/errors.js';
import type { Context } from '../context.js';
import { GroupCommit } from '../plumbing/group-commit.js';
import { retryWhileAway } from '../plumbing/retry-while-away.js';

export interface SendToSettle {
  readonly id: string;
  readonly sessionId: string;
  /** The session as it was when the message was written down. */
  readonly session: Pick<SendingSession, 'engine' | 'revision'>;
  /** The idempotency key of the call. */
  readonly key: OperationKey | null;
  readonly settlement: ChatSettlement;
}

const settlementGroups = new GroupCommit<SendToSettle, ChatMessageRow>({ perform: settleSends });

/** Writes down what the engine answered; throws what the caller has to learn when the message was not taken. */
export async function settleSend(context: Context, send: SendToSettle): Promise<ChatMessageRow> {
  const { db, caller, logger } = context;
  const message = await retryWhileAway(logger, () => settlementGroups.add(db, caller.organisationId, send));
  const failure = failureOf(message);
  if (failure) throw failure;
  return message;
}

function settleSends(db: Database, organisationId: string, sends: readonly SendToSettle[]): Promise<ChatMessageRow[]> {
  return db.inOrganisation(organisationId, (tx) => writeDown(tx, sends));
}

async function writeDown(tx: OrganisationTx, sends: readonly SendToSettle[]): Promise<ChatMessageRow[]> {
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
  await replaceStoredAnswers(
    tx,
    keyed
      .filter(({ message: { status } }) => status !== 'failed' && status !== 'pending')
      .map(({ message, ...key }) => ({ ...key, result: message })),
  );
  // A quick ack may say that it failed although the engine took it: the key then keeps standing for this message.
  await forgetStoredAnswers(
    tx,
    keyed.filter(({ message, settlement }) => message.status === 'failed' && settlement.status === 'failed'),
  );
  return settled.map(({ message }) => message);
}

const isDisconnected = ({ error }: ChatSettlement) => error === 'session_not_connected';

/** What the engine says of the phone holds until it says otherwise, and it may have done so before this is written down. */
async function disconnect(tx: OrganisationTx, { sessionId, session }: SendToSettle): Promise<void> {
  await changeSession(tx, sessionId, {
    state: 'disconnected',
    reason: REASONS.engineRefused,
    ifRevision: session.revision,
    ifEngine: session.engine,
  });
}

/** Why the call for a message fails, if it does: it was not taken, or nobody knows. */
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
