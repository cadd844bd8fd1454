import type { BodyOf, ResultOf } from '../api.js';
import type { Conversation, ConversationEntry } from '../generated/rest.js';
import { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import { type FilterOf, Resource } from './resource.js';

/** What people and the organisation write to each other. */
export class Conversations extends Resource {
  /** The one with the newest message of a person first. */
  list(filter: FilterOf<'listConversations'> = {}, options?: CallOptions): List<Conversation> {
    return new List((cursor) => this.call('listConversations', { query: { ...filter, cursor } }, options));
  }

  get(conversationId: string, options?: CallOptions): Promise<Conversation> {
    return this.call('getConversation', { path: { conversation_id: conversationId } }, options);
  }

  /** What was received and sent, newest first. */
  messages(
    conversationId: string,
    filter: FilterOf<'listConversationMessages'> = {},
    options?: CallOptions,
  ): List<ConversationEntry> {
    const path = { conversation_id: conversationId };
    return new List((cursor) => this.call('listConversationMessages', { path, query: { ...filter, cursor } }, options));
  }

  /** Sends an SMS to the person, from the number that they wrote to. */
  reply(
    conversationId: string,
    reply: BodyOf<'replyToConversation'>,
    options?: CreateOptions,
  ): Promise<ResultOf<'replyToConversation'>> {
    const path = { conversation_id: conversationId };
    return this.call('replyToConversation', { path, body: reply }, options);
  }

  /** Marks messages as read, as far as the one with this `inbound_id`. Those that arrive meanwhile stay unread. */
  markRead(conversationId: string, upTo: string, options?: CallOptions): Promise<ResultOf<'markConversationRead'>> {
    const call = { path: { conversation_id: conversationId }, body: { up_to: upTo } };
    return this.call('markConversationRead', call, options);
  }
}
