import { Arg, Args, Ctx, Field, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import type { OwnNumber as OwnNumberOf } from '../../../domain/sms/inbound/own-numbers.js';
import type {
  ConversationChannel as Channel,
  InboundKind as Kind,
  Keyword as Word,
} from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import {
  getInboundMessages,
  type InboundMessageRow,
  listInboundMessages,
  listOwnNumbers,
} from '../../../operations/sms/inbound/inbound-messages.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { loaderById } from '../kernel/loader.js';
import { Node } from '../kernel/node.js';
import { connectionOf, MAY_BE_SHORT, PageArgs } from '../kernel/paging.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';

export const Keyword = enumOf<Word>('Keyword', 'What a person asks for by a keyword.', {
  stop: 'Stop: the person wants no more messages. The number is suppressed for every sender of the organisation, as far as its `stopScope` says.',
  start:
    'Start: the person wants messages again. It lifts the suppression that an earlier `STOP` has made, and no other.',
  help: 'Help: the person asks who sends the messages.',
});

export const ConversationChannel = enumOf<Channel>('ConversationChannel', 'How a person writes to the organisation.', {
  sms: 'SMS: to a number of the organisation.',
  chat: 'Chat: to a phone of the organisation, by a chat app.',
});

const InboundKind = enumOf<Kind>('InboundKind', 'What an inbound message consists of.', {
  text: 'Text: a text alone.',
  media: 'Media: a picture, a recording or another file, with or without a caption.',
  data: 'Data: neither text nor media, such as a place on a map, or binary data.',
});

@ObjectType({
  implements: Node,
  description: 'A message that a person sent to a number of the organisation, or to the phone of a session.',
  simpleResolvers: true,
})
export class InboundMessage extends Node<'InboundMessage'> {
  @Field(() => ConversationChannel, { description: 'The channel by which the person sent the message.' })
  channel!: Channel;

  @Field(() => String, {
    nullable: true,
    description:
      'The sender: a number, a short code or a name. Of a chat: the number of the person, `lid:…` for a person who hides ' +
      'the number, or the id of the group. Null after redaction.',
  })
  sender!: string | null;

  @Field(() => PhoneNumber, {
    nullable: true,
    description:
      'The number of the person who wrote it, digits only, in groups too; null if it is unknown or has no country code, and after ' +
      'redaction.',
  })
  mobile!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'In a group: the person who wrote it, by number or by `lid:…`; otherwise null. Null after redaction.',
  })
  participant!: string | null;

  @Field(() => UUID, {
    nullable: true,
    description: 'The id of the session whose phone received it, which may have been deleted since; null for an SMS.',
  })
  sessionId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The number or short code of the organisation that it was sent to; null for a chat.',
  })
  ownNumber!: string | null;

  @Field(() => String, { description: 'The gateway, or the chat engine, that the message came from.' })
  gateway!: string;

  @Field(() => InboundKind, { description: 'What the message consists of.' })
  kind!: Kind;

  @Field(() => String, {
    nullable: true,
    description: 'The text, or the caption of media; null if there is none, and after redaction.',
  })
  text!: string | null;

  @Field(() => Keyword, {
    nullable: true,
    description:
      'What the person asks for, if the whole text of an SMS is a keyword, such as `STOP`; null otherwise, and for chats.',
  })
  keyword!: Word | null;

  @Field(() => Boolean, {
    description: 'True if parts of the text never arrived, or it was too long to be kept whole.',
  })
  incomplete!: boolean;

  @Field(() => Boolean, { description: 'True if the message came from the sandbox.' })
  test!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'The time when it was sent, if the gateway says so.' })
  sentAt!: string | null;

  @Field(() => DateTime, { description: 'The time when it was received.' })
  receivedAt!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when sender and text were deleted; null until then.',
  })
  redactedAt!: string | null;

  // No fields of the API: other resolvers need them.
  mediaUrl!: string | null;
  mediaType!: string | null;
  mediaName!: string | null;
  replyToChatId!: string | null;
  conversationId!: string | null;
}

export const toInboundMessage = (row: InboundMessageRow): InboundMessage => ({
  ...camelCased(row),
  typeName: 'InboundMessage',
});

export const loadInboundMessage = loaderById(getInboundMessages, toInboundMessage);

const InboundMessageConnection = connectionOf(
  'InboundMessage',
  'inbound messages',
  () => InboundMessage,
  LIMITS.itemsCounted,
);

@InputType({ description: 'Conditions for listed inbound messages; all of them must hold.' })
class InboundMessageFilter {
  @Field(() => ConversationChannel, { nullable: true, description: 'Messages that were sent in this way.' })
  channel?: Channel | null;

  @Field(() => PhoneNumber, { nullable: true, description: 'Messages from this number.' })
  mobile?: string | null;

  @Field(() => Keyword, { nullable: true, description: 'Messages whose whole text is this keyword.' })
  keyword?: Word | null;
}

@ObjectType({
  description: 'A number or short code of the organisation, to which people may write.',
  simpleResolvers: true,
})
class OwnNumber {
  @Field(() => String, { description: 'The number, or the short code.' })
  number!: string;

  @Field(() => String, {
    nullable: true,
    description: 'On a number that organisations share, the word with which a text must begin or end; null otherwise.',
  })
  keyword!: string | null;

  @Field(() => [String], { description: 'The gateways that deliver what is sent to the number.' })
  gateways!: readonly string[];
}

@Resolver(() => InboundMessage)
export class InboundMessageResolver {
  @Query(() => InboundMessageConnection, {
    complexity: 5,
    description: `Returns the messages that people sent to the organisation, newest first. ${MAY_BE_SHORT}`,
  })
  async inboundMessages(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => InboundMessageFilter, { nullable: true, description: 'Conditions for the listed messages.' })
    filter?: InboundMessageFilter | null,
  ) {
    const listed = await listInboundMessages(context, { ...page, conditions: filter ?? {} });
    return InboundMessageConnection.of(listed, toInboundMessage);
  }

  @Query(() => InboundMessage, {
    nullable: true,
    description: 'Returns one message that a person sent; null if the organisation has none with this id.',
  })
  async inboundMessage(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The id of the message.' }) id: string,
  ): Promise<InboundMessage | null> {
    return found(context, 'InboundMessage', await loadInboundMessage(context, id));
  }

  @Query(() => [OwnNumber], {
    description: 'Returns the numbers of the organisation that people may write to, as `GATEWAYS_FILE` lists them.',
  })
  ownNumbers(@Ctx() context: ResolverContext): OwnNumberOf[] {
    return listOwnNumbers(context);
  }
}
