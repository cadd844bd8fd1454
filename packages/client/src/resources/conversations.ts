import { type BodyOf, callOperation, type QueryOf, type ResultOf } from '../api.js';
import type { Connection } from '../connection.js';
import type { Conversation, ConversationEntry } from '../generated/rest.js';
import { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';

/** What people and the organisation write to each other. */
export class Conversations {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The one with the newest message of a person first. */
  list(
    filter: Omit<QueryOf<'listConversations'>, 'cursor' | 'before'> = {},
    options?: CallOptions,
  ): List<Conversation> {
    return new List((cursor) =>
      callOperation(this.#connection, 'listConversations', { query: { ...filter, cursor } }, options),
    );
  }

  get(conversationId: string, options?: CallOptions): Promise<Conversation> {
    return callOperation(this.#connection, 'getConversation', { path: { conversation_id: conversationId } }, options);
  }

  /** What was received and sent, newest first. */
  messages(
    conversationId: string,
    filter: Omit<QueryOf<'listConversationMessages'>, 'cursor' | 'before'> = {},
    options?: CallOptions,
  ): List<ConversationEntry> {
    const path = { conversation_id: conversationId };
    return new List((cursor) =>
      callOperation(this.#connection, 'listConversationMessages', { path, query: { ...filter, cursor } }, options),
    );
  }

  /** Sends an SMS to the person, from the number that they wrote to. */
  reply(
    conversationId: string,
    reply: BodyOf<'replyToConversation'>,
    options?: CreateOptions,
  ): Promise<ResultOf<'replyToConversation'>> {
    const path = { conversation_id: conversationId };
    return callOperation(this.#connection, 'replyToConversation', { path, body: reply }, options);
  }

  /** Marks messages as read, as far as the one with this `inbound_id`. Those that arrive meanwhile stay unread. */
  markRead(conversationId: string, upTo: string, options?: CallOptions): Promise<ResultOf<'markConversationRead'>> {
    const call = { path: { conversation_id: conversationId }, body: { up_to: upTo } };
    return callOperation(this.#connection, 'markConversationRead', call, options);
  }
}
