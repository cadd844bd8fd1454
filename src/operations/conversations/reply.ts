import { fieldError, invalidInput, PostriderError } from '../../domain/errors.js';
import { mayUseSender } from '../../domain/people/api-key.js';
import { carrierOf, numbersOf } from '../../domain/sms/inbound/own-numbers.js';
import { type RoutedMessage, routeOf, SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import type { Context } from '../context.js';
import { keyOf, type Replayable } from '../kernel/once.js';
import { getInboundMessages } from '../sms/inbound/inbound-messages.js';
import type { MessageRow } from '../sms/messages/messages.js';
import { acceptSms } from '../sms/send/send-sms.js';
import { type ConversationRow, getConversation } from './conversations.js';

export interface ReplyInput {
  readonly conversationId: string;
  readonly message: string;
  readonly smartEncoding?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

/**
 * Sends an SMS from the number that the person wrote to. It is a send like any other: to a person who has opted out it
 * ends as blocked. The file of gateways says that the number is the organisation's, so it needs no approval as a
 * sender ID.
 */
export async function replyToConversation(context: Context, input: ReplyInput): Promise<Replayable<MessageRow>> {
  const conversation = await getConversation(context, input.conversationId);
  const { own_address: senderId, test } = conversation;
  const to = requireReplyable(context, conversation);
  const carriers = carriersOf(context, conversation);
  if (!test && carriers.length === 0) {
    throw refuse('The number that the person wrote to is not the organisation’s any more.');
  }
  const [last] = await getInboundMessages(context, [conversation.last_inbound_id]);
  const gatewayFor = (message: RoutedMessage) => {
    const route = routeOf(context.routing, context.caller.organisationId, message);
    return (test ? null : carrierOf(carriers, route, last?.gateway ?? '')) ?? SANDBOX_GATEWAY;
  };
  const { message, smartEncoding } = input;
  const send = { to, message, senderId, smartEncoding, test };
  return acceptSms(context, send, {
    senderErrors: [],
    enforcesSenderIds: false,
    gatewayFor,
    keyOf: () => keyOf(context.caller, 'replyToConversation', input),
  });
}

/** Returns the number of the party; throws if the caller cannot reply to it. */
function requireReplyable({ caller }: Context, { channel, own_address, mobile, test }: ConversationRow): string {
  if (channel === 'chat') throw refuse('Reply to a chat conversation by sending a chat message through its session.');
  if (mobile === null) throw refuse('Nobody can reply to a short code or a name.');
  if (caller.mode === 'test' && !test) throw new PostriderError('live_for_test_key');
  if (!mayUseSender(caller, own_address)) {
    throw new PostriderError('not_allowed_for_key', 'The API key may not send from the number of this conversation.');
  }
  return mobile;
}

const refuse = (message: string) => invalidInput([fieldError('conversationId', 'invalid', message)]);

/** The gateways at which the own number of a conversation is the organisation's. */
function carriersOf({ numbers, caller }: Context, { own_address }: ConversationRow): readonly string[] {
  const own = numbersOf(numbers, caller.organisationId).filter(({ number }) => number === own_address);
  return own.flatMap(({ gateways }) => gateways);
}
