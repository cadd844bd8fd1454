/**
 * How a chat message is sent. The API process itself calls the engine, because the caller waits for its answer:
 *
 * 1. It inserts the row, with the id that it asks the engine to use, and commits. Rows of an organisation share
 *    transactions, one at a time.
 * 2. It calls the engine (`engine-calls.ts`), unless the phone has lost several answers in a row: then it refuses,
 *    while nothing is in doubt.
 * 3. It stores the engine's answer (`settle-send.ts`); answers of an organisation share transactions too.
 * 4. If the answer is lost, the message stays in doubt until an ack arrives (`acks.ts`): by that id, or, if the engine
 *    took another id, because it is the only message to its chat that the ack can mean.
 */

import type { Database } from '../../db/database.js';
import type { OrganisationSql } from '../../db/postgres/transaction.js';
import {
  type ChatMessageRow,
  findChatMessages,
  insertChatMessages,
  type NewChatMessage,
  type SendingSession,
} from '../../db/sql/chat/messages.js';
import { nameOfKey } from '../../db/sql/kernel/idempotency-keys.js';
import { createdBy } from '../../db/sql/people/created-by.js';
import type { OutgoingChatMessage } from '../../domain/chat/engine.js';
import { judgeOutcome } from '../../domain/chat/message-status.js';
import { type ChatContent, type ChatRecipientKind, recipientKindOf } from '../../domain/chat/validate.js';
import { notFound, PostriderError } from '../../domain/errors.js';
import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import { faultPoint } from '../../lib/fault-points.js';
import { newId } from '../../lib/ids.js';
import type { Context } from '../context.js';
import { GroupCommit } from '../kernel/group-commit.js';
import { type CallKey, eachOnce, isRemembered, keyOf, type Replayable } from '../kernel/once.js';
import { refusePrivateMedia, validateMessage } from './content.js';
import { handOver } from './engine-calls.js';
import { refuseDisallowedPhone } from './sessions.js';
import { failureOf, settleSend } from './settle-send.js';

export interface SendChatMessageInput extends ChatContent {
  readonly sessionId: string;
  readonly idempotencyKey?: string | null | undefined;
}

/** A text to the party of a conversation. */
export interface ChatReply {
  readonly sessionId: string;
  readonly to: string;
  readonly message: string;
  readonly test: boolean;
}

/** How an accepted input is stored. */
interface Terms {
  readonly sessionId: string;
  readonly key: CallKey | null;
  readonly test: boolean;
}

interface Send {
  readonly key: CallKey | null;
  readonly message: NewChatMessage;
}

/** An inserted message and the session that will send it. The stored answer of an earlier call has no session. */
type Claim = RememberedSend & { readonly session?: SendingSession };

/** In order, so that a phone sends messages in the order in which calls arrived. */
const claimGroups = new GroupCommit<Send, Replayable<Claim>>({
  inOrder: true,
  keyOf: ({ key }) => key && nameOfKey(key),
  perform: claimSends,
});

const OPERATIONS = { person: 'sendChatMessage', group: 'sendGroupMessage' } as const;

/**
 * Sends one chat message and waits for the answer of the engine. The message is committed before the engine is called:
 * if the answer is lost, the message stays in doubt and is never sent again.
 */
export async function sendChatMessage(
  context: Context,
  input: SendChatMessageInput,
  kind: ChatRecipientKind,
): Promise<Replayable<ChatMessageRow>> {
  const outgoing = validateMessage(input, kind);
  const operation = OPERATIONS[kind];
  await refuseDisallowedPhone(context, input.sessionId);
  // A repeated call must get its stored answer even if the host can no longer be resolved.
  const { media } = outgoing;
  if (media && !(await isRemembered(context, operation, input))) await refusePrivateMedia(context, media);
  const key = keyOf(context.caller, operation, requestOf(input, outgoing));
  const terms = { sessionId: input.sessionId, key, test: context.caller.mode === 'test' };
  return context.handOvers.seeThrough(() => claimAndSend(context, terms, outgoing));
}

/** The same for a reply. That to a conversation of the sandbox goes to the sandbox, whatever key the caller has. */
export async function sendChatReply(
  context: Context,
  { sessionId, to, message, test }: ChatReply,
  key: CallKey | null,
): Promise<Replayable<ChatMessageRow>> {
  const outgoing = validateMessage({ to, type: 'text', message }, recipientKindOf(to));
  await refuseDisallowedPhone(context, sessionId);
  return context.handOvers.seeThrough(() => claimAndSend(context, { sessionId, key, test }, outgoing));
}

async function claimAndSend(
  context: Context,
  terms: Terms,
  outgoing: OutgoingChatMessage,
): Promise<Replayable<ChatMessageRow>> {
  const { sessionId, key } = terms;
  const message = newMessage(context, terms, outgoing);
  const claim = await claimGroups.add(context.db, context.caller.organisationId, { key, message });
  const { id, session } = claim.result;
  if (claim.replayed || !session) return replaySend(context, claim.result);

  faultPoint('chat-claimed');
  const outcome = await handOver(context, sessionId, session, outgoing);
  faultPoint('chat-handed-over');
  const result = await settleSend(context, { id, sessionId, session, key, settlement: judgeOutcome(outcome) });
  return { result, replayed: false };
}

function claimSends(db: Database, organisationId: string, sends: readonly Send[]) {
  return db.selfContained.inOrganisation(organisationId, (tx) =>
    eachOnce(tx, sends, (fresh) => insertForHandOver(tx, fresh)),
  );
}

async function insertForHandOver(tx: OrganisationSql, sends: readonly Send[]): Promise<(Claim | Error)[]> {
  const messages = sends.map(({ message }) => message);
  const sessions = await insertChatMessages(tx, messages, SANDBOX_GATEWAY);
  return messages.map(({ id }) => {
    const session = sessions.get(id);
    if (!session) return notFound('Session');
    return session.inserted ? { id, session } : new PostriderError('session_not_connected');
  });
}

/** Two calls with one idempotency key are the same if these values are equal, in their normalised form. */
function requestOf({ sessionId, idempotencyKey }: SendChatMessageInput, outgoing: OutgoingChatMessage) {
  const { proposedId: _, ...content } = outgoing;
  return { sessionId, ...content, idempotencyKey };
}

function newMessage({ caller }: Context, { sessionId, test }: Terms, outgoing: OutgoingChatMessage): NewChatMessage {
  return {
    id: newId(),
    session_id: sessionId,
    message_id: outgoing.proposedId,
    recipient: outgoing.to,
    is_group: outgoing.isGroup,
    type: outgoing.type,
    body: outgoing.text,
    url: outgoing.media?.url ?? null,
    filename: outgoing.media?.filename || null,
    mime_type: outgoing.media?.mimeType ?? null,
    test,
    ...createdBy(caller.actor),
  };
}

/**
 * The stored answer of an idempotency key: the id of the message and, after the engine accepted it, the whole message.
 */
export type RememberedSend = Pick<ChatMessageRow, 'id'> & Partial<ChatMessageRow>;

/** Answers a repeated call: with the first answer or, if none was stored, with the current state of the message. */
export async function replaySend(context: Context, remembered: RememberedSend): Promise<Replayable<ChatMessageRow>> {
  if (remembered.status !== undefined) return { result: remembered as ChatMessageRow, replayed: true };
  const { organisationId } = context.caller;
  const [message] = await context.db.inOrganisation(organisationId, (tx) => findChatMessages(tx, [remembered.id]));
  if (!message || message.phase === 'submitting') throw new PostriderError('idempotency_in_progress');
  const failure = failureOf(message);
  if (failure) throw failure;
  return { result: message, replayed: true };
}
