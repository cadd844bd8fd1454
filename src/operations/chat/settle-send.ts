import { changeSession } from '../../db/queries/chat/change-session.js';
import type { SendingSession } from '../../db/queries/chat/insert-chat-message.js';
import type { ChatMessageRow } from '../../db/queries/chat/rows.js';
import { settleChatMessage } from '../../db/queries/chat/settle-chat-message.js';
import { forgetStoredAnswer, replaceStoredAnswer } from '../../db/queries/idempotency.js';
import { inOrganisation, type Tx } from '../../db/transaction.js';
import type { ChatSettlement } from '../../domain/chat/message-status.js';
import { REASONS } from '../../domain/chat/session-state.js';
import type { Context } from '../../domain/context.js';
import {
  type PostriderError,
  providerRejected,
  providerTimeout,
  providerUnavailable,
  sessionNotConnected,
} from '../../domain/errors.js';
import { keyedOperation } from '../once.js';
import { patiently } from '../patiently.js';

export interface SendToSettle {
  readonly id: string;
  readonly sessionId: string;
  /** The session as it was when the message was written down. */
  readonly session: Pick<SendingSession, 'engine' | 'revision'>;
  readonly operation: string;
  readonly idempotencyKey: string | null;
  readonly settlement: ChatSettlement;
}

/** Writes down what the engine answered; throws what the caller has to learn when the message was not taken. */
export async function settleSend(context: Context, send: SendToSettle): Promise<ChatMessageRow> {
  const message = await patiently(context.logger, () =>
    inOrganisation(context.orm, context.caller.organisationId, (tx) => writeDown(tx, context, send)),
  );
  const failure = failureOf(message);
  if (failure) throw failure;
  return message;
}

async function writeDown(tx: Tx, { caller }: Context, send: SendToSettle): Promise<ChatMessageRow> {
  const { organisationId } = caller;
  const { idempotencyKey, settlement } = send;
  const message = await settleChatMessage(tx, organisationId, send.id, settlement);
  if (settlement.error === 'session_not_connected') await disconnect(tx, organisationId, send);
  if (idempotencyKey === null) return message;
  const operation = keyedOperation(caller, send.operation);
  if (message.status === 'failed') {
    // A quick ack may say that it failed although the engine took it: the key then keeps standing for this message.
    if (settlement.status === 'failed') {
      await forgetStoredAnswer(tx, organisationId, operation, idempotencyKey, message.id);
    }
  } else if (message.status !== 'pending') {
    await replaceStoredAnswer(tx, organisationId, operation, idempotencyKey, message);
  }
  return message;
}

/** What the engine says of the phone holds until it says otherwise, and it may have done so before this is written down. */
async function disconnect(tx: Tx, organisationId: string, { sessionId, session }: SendToSettle): Promise<void> {
  await changeSession(tx, organisationId, sessionId, {
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
  if (status === 'pending') return providerTimeout(id);
  if (status !== 'failed') return null;
  if (error === 'session_not_connected') return sessionNotConnected();
  return error === 'provider_unavailable' ? providerUnavailable() : providerRejected();
}
