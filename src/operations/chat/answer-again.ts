import type { ChatMessageRow } from '../../db/sql/chat/messages.js';
import { findChatMessages } from '../../db/sql/chat/messages.js';
import { PostriderError } from '../../domain/errors.js';
import type { Context } from '../context.js';
import type { Replayable } from '../plumbing/once.js';
import { failureOf } from './settle-send.js';

/** What is kept with an idempotency key: from the claim on the id, and once it was taken the message as it was then. */
export type RememberedSend = Pick<ChatMessageRow, 'id'> & Partial<ChatMessageRow>;

/** The answer to a call that was made before with the same key: the first one, or what has become of it since. */
export async function answerAgain(context: Context, remembered: RememberedSend): Promise<Replayable<ChatMessageRow>> {
  if (remembered.status !== undefined) return { result: remembered as ChatMessageRow, replayed: true };
  const { organisationId } = context.caller;
  const [message] = await context.db.inOrganisation(organisationId, (tx) => findChatMessages(tx, [remembered.id]));
  if (!message || message.phase === 'submitting') throw new PostriderError('idempotency_in_progress');
  const failure = failureOf(message);
  if (failure) throw failure;
  return { result: message, replayed: true };
}
