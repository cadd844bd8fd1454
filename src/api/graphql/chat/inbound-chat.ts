import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import { receivedMediaUrl } from '../../../domain/chat/media.js';
import { hasScope, type ResolverContext } from '../kernel/context.js';
import { InboundMessage } from '../sms/inbound-message.js';
import { ChatMessage, loadChatMessage } from './chat-message.js';
import { loadSession, Session } from './session.js';

@ObjectType({ description: 'A picture, a recording or another file that a person sent.', simpleResolvers: true })
class InboundMedia {
  @Field(() => String, {
    nullable: true,
    description:
      'Where the file can be downloaded, with a key or a session that may read the inbox. Null if the engine has not ' +
      'kept the file, and after redaction.',
  })
  url!: string | null;

  @Field(() => String, { nullable: true, description: 'The MIME type, as the sender says.' })
  type!: string | null;

  @Field(() => String, { nullable: true, description: 'The file name, as the sender says. Null after redaction.' })
  name!: string | null;
}

type Parent = Pick<
  InboundMessage,
  'id' | 'kind' | 'sessionId' | 'mediaUrl' | 'mediaType' | 'mediaName' | 'replyToChatId'
>;

/** What an inbound message of a chat has and an SMS has not. */
@Resolver(() => InboundMessage)
export class InboundChatResolver {
  @FieldResolver(() => InboundMedia, { nullable: true, description: 'The file of a message of the kind `MEDIA`.' })
  media(
    @Root() { id, kind, mediaUrl, mediaType: type, mediaName: name }: Parent,
    @Ctx() { policy }: ResolverContext,
  ): InboundMedia | null {
    if (kind !== 'media') return null;
    return { url: mediaUrl === null ? null : receivedMediaUrl(policy.publicUrl, id), type, name };
  }

  @FieldResolver(() => Session, {
    nullable: true,
    complexity: 2,
    description:
      'The session whose phone received the message; null if it was deleted, and for keys without the scope `CHAT_READ`.',
  })
  async session(@Root() { sessionId }: Parent, @Ctx() context: ResolverContext): Promise<Session | null> {
    if (sessionId === null || !hasScope(context, 'chat:read')) return null;
    return loadSession(context, sessionId);
  }

  @FieldResolver(() => ChatMessage, {
    nullable: true,
    complexity: 2,
    description:
      'The chat message of the organisation that the person answers; null if there is none, and for keys without the ' +
      'scope `CHAT_READ`.',
  })
  async replyTo(@Root() { replyToChatId }: Parent, @Ctx() context: ResolverContext): Promise<ChatMessage | null> {
    if (replyToChatId === null || !hasScope(context, 'chat:read')) return null;
    return loadChatMessage(context, replyToChatId);
  }
}
