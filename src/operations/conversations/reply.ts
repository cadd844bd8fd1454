import { parseRecipient, recipientKindOf } from '../../domain/chat/validate.js';
import { invalidField, PostriderError } from '../../domain/errors.js';
import { mayUseSender } from '../../domain/people/api-key.js';
import { carrierOf, carriersOf } from '../../domain/sms/inbound/own-numbers.js';
import { type RoutedMessage, routeOf, SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import type { ChatMessageRow } from '../chat/messages.js';
import { type RememberedSend, replaySend, sendChatReply } from '../chat/send.js';
import { refuseDisallowedPhone } from '../chat/sessions.js';
import type { Context } from '../context.js';
import { type CallKey, findRemembered, keyOf, type Replayable } from '../kernel/once.js';
import { getInboundMessages } from '../sms/inbound/inbound-messages.js';
import type { MessageRow } from '../sms/messages/messages.js';
import { acceptSms } from '../sms/send/send-sms.js';
import { type ConversationRow, getConversation, requireAnyReply, requireReply } from './conversations.js';

export interface ReplyInput {
  readonly conversationId: string;
  readonly message: string;
  readonly smartEncoding?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

/** A sent reply, by the channel of its conversation. */
export type Reply =
  | { readonly channel: 'sms'; readonly row: MessageRow }
  | { readonly channel: 'chat'; readonly row: ChatMessageRow };

/** Sends a reply to the party of a conversation, from the number or phone that the party wrote to. */
export async function replyToConversation(context: Context, input: ReplyInput): Promise<Replayable<Reply>> {
  const { caller } = context;
  requireAnyReply(context);
  const key = keyOf(caller, 'replyToConversation', input);
  // First of all: the conversation, or its number, may be gone since the first call.
  const remembered = await findRemembered<MessageRow | RememberedSend>(context, key);
  if (remembered) return replayReply(context, remembered);
  const conversation = await getConversation(context, input.conversationId);
  const { channel, test } = conversation;
  requireReply(context, channel);
  if (caller.mode === 'test' && !test) throw new PostriderError('live_for_test_key');
  if (channel === 'chat') {
    const { result: row, replayed } = await replyByChat(context, conversation, input, key);
    return { result: { channel, row }, replayed };
  }
  const { result: row, replayed } = await replyBySms(context, conversation, input, key);
  return { result: { channel, row }, replayed };
}

/** Returns the first answer to callers who might send such a reply. */
async function replayReply(context: Context, remembered: MessageRow | RememberedSend): Promise<Replayable<Reply>> {
  if ('segments' in remembered) {
    requireReply(context, 'sms');
    requireSender(context, remembered.sender_id ?? '');
    return { result: { channel: 'sms', row: remembered }, replayed: true };
  }
  requireReply(context, 'chat');
  const { result: row } = await replaySend(context, remembered);
  await refuseDisallowedPhone(context, row.session_id);
  return { result: { channel: 'chat', row }, replayed: true };
}

function requireSender({ caller }: Context, senderId: string): void {
  if (!mayUseSender(caller, senderId)) {
    throw new PostriderError('not_allowed_for_key', 'The API key may not send from the number of this conversation.');
  }
}

/** A send like any other: a session that is not connected, or was deleted, refuses it. */
function replyByChat(
  context: Context,
  { own_address: sessionId, party, mobile, test }: ConversationRow,
  input: ReplyInput,
  key: CallKey | null,
): Promise<Replayable<ChatMessageRow>> {
  const to = mobile ?? party;
  if (!parseRecipient(to, recipientKindOf(to)).ok) throw refuse('Nobody can reply to this party.');
  return sendChatReply(context, { sessionId, to, message: input.message, test }, key);
}

/**
 * A send like any other: to a person who has opted out it ends as blocked. The file of gateways says that the number is
 * the organisation's, so it needs no approval as a sender ID.
 */
async function replyBySms(
  context: Context,
  conversation: ConversationRow,
  input: ReplyInput,
  key: CallKey | null,
): Promise<Replayable<MessageRow>> {
  const { own_address: senderId, test } = conversation;
  const to = requireReplyable(context, conversation);
  const carriers = carriersOf(context.numbers, context.caller.organisationId, senderId);
  if (!test && carriers.length === 0) {
    throw refuse('The number that the person wrote to is not the organisation’s any more.');
  }
  const [last] = await getInboundMessages(context, [conversation.last_inbound_id]);
  const inboundGateway = last?.gateway ?? '';
  const gatewayFor = (message: RoutedMessage) => {
    const route = routeOf(context.routing, context.caller.organisationId, message);
    return (test ? null : carrierOf(carriers, route, inboundGateway)) ?? SANDBOX_GATEWAY;
  };
  const { message, smartEncoding } = input;
  const send = { to, message, senderId, smartEncoding, test };
  return acceptSms(context, send, {
    senderErrors: [],
    enforcesSenderIds: false,
    gatewayFor,
    inboundGateway,
    keyOf: () => key,
  });
}

/** Returns the number of the party; throws if the caller cannot reply to it. */
function requireReplyable(context: Context, { own_address, mobile }: ConversationRow): string {
  if (mobile === null) throw refuse('Nobody can reply to a short code or a name.');
  requireSender(context, own_address);
  return mobile;
}

const refuse = (message: string) => invalidField('conversationId', 'invalid', message);
