import type { Database } from '../../db/database.js';
import {
  type ChatMessageRow,
  findChatMessages,
  insertChatMessages,
  type NewChatMessage,
  type SendingSession,
} from '../../db/sql/chat/messages.js';
import { nameOfKey } from '../../db/sql/plumbing/idempotency-keys.js';
import type { OrganisationSql } from '../../db/transaction.js';
import type { OutgoingChatMessage } from '../../domain/chat/engine.js';
import { judgeOutcome } from '../../domain/chat/message-status.js';
import type { ChatContent, ChatRecipientKind } from '../../domain/chat/validate.js';
import { notFound, PostriderError } from '../../domain/errors.js';
import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import { faultPoint } from '../../lib/fault-points.js';
import { newId } from '../../lib/ids.js';
import type { Context } from '../context.js';
import { GroupCommit } from '../plumbing/group-commit.js';
import { type CallKey, eachOnce, isRemembered, keyOf, type Replayable } from '../plumbing/once.js';
import { readContent, refusePrivateHost } from './content.js';
import { handOver } from './engine-calls.js';
import { refuseOtherPhones } from './sessions.js';
import { failureOf, settleSend } from './settle-send.js';

export interface SendChatMessageInput extends ChatContent {
  readonly sessionId: string;
  readonly idempotencyKey?: string | null | undefined;
}

interface Send {
  readonly key: CallKey | null;
  readonly message: NewChatMessage;
}

/** A message that was written down, and the session that is to send it. A stored answer of a settled send has no session. */
type Claim = RememberedSend & { readonly session?: SendingSession };

/** A phone gets its messages in the order of their arrival. */
const claimGroups = new GroupCommit<Send, Replayable<Claim>>({
  inOrder: true,
  keyOf: ({ key }) => key && nameOfKey(key),
  perform: claimSends,
});

const OPERATIONS = { person: 'sendChatMessage', group: 'sendGroupMessage' } as const;

/**
 * Sends one chat message and waits for the engine's word. It is written down before the hand-over, so a message whose
 * answer is lost stays on record, in doubt, and is never handed over again.
 */
export async function sendChatMessage(
  context: Context,
  input: SendChatMessageInput,
  kind: ChatRecipientKind,
): Promise<Replayable<ChatMessageRow>> {
  const outgoing = readContent(input, kind);
  const operation = OPERATIONS[kind];
  await refuseOtherPhones(context, input.sessionId);
  // A name that led somewhere the first time may lead nowhere now; a repeated call gets its answer all the same.
  const { media } = outgoing;
  if (media && !(await isRemembered(context, operation, input))) await refusePrivateHost(context, media);
  return context.handOvers.seeThrough(() => claimAndSend(context, input, operation, outgoing));
}

async function claimAndSend(
  context: Context,
  input: SendChatMessageInput,
  operation: string,
  outgoing: OutgoingChatMessage,
): Promise<Replayable<ChatMessageRow>> {
  const { db, caller } = context;
  const key = keyOf(caller, operation, requestOf(input, outgoing));
  const claim = await claimGroups.add(db, caller.organisationId, {
    key,
    message: newMessage(context, input, outgoing),
  });
  const { id, session } = claim.result;
  if (claim.replayed || !session) return answerAgain(context, claim.result);

  faultPoint('chat-claimed');
  const outcome = await handOver(context, input.sessionId, session, outgoing);
  faultPoint('chat-handed-over');
  const message = await settleSend(context, {
    id,
    sessionId: input.sessionId,
    session,
    key,
    settlement: judgeOutcome(outcome),
  });
  return { result: message, replayed: false };
}

function claimSends(db: Database, organisationId: string, sends: readonly Send[]) {
  const claim = (tx: OrganisationSql) => eachOnce(tx, sends, (fresh) => insertForHandOver(tx, fresh));
  const isOneStatement = sends.every(({ key }) => key === null);
  return isOneStatement ? db.atOnceInOrganisation(organisationId, claim) : db.inOrganisation(organisationId, claim);
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

/** What makes two calls with one key the same: what they ask for, however it is written. */
function requestOf({ sessionId, idempotencyKey }: SendChatMessageInput, outgoing: OutgoingChatMessage) {
  const { proposedId: _, ...content } = outgoing;
  return { sessionId, ...content, idempotencyKey };
}

function newMessage({ caller }: Context, input: SendChatMessageInput, outgoing: OutgoingChatMessage): NewChatMessage {
  return {
    id: newId(),
    sessionId: input.sessionId,
    messageId: outgoing.proposedId,
    recipient: outgoing.to,
    isGroup: outgoing.isGroup,
    type: outgoing.type,
    body: outgoing.text,
    url: outgoing.media?.url ?? null,
    filename: outgoing.media?.filename || null,
    mimeType: outgoing.media?.mimeType ?? null,
    test: caller.mode === 'test',
  };
}

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
