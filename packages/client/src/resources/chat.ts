import type { ResultOf } from '../api.js';
import type { ChatMessage, Group, Phone, SendChatMessageBody, SendGroupMessageBody } from '../generated/rest.js';
import { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import { type FilterOf, Resource } from './resource.js';

export class Chat extends Resource {
  /** Sends to one number through a connected phone: `sessionId` is the `chat_id` of one of `phones()`. */
  send(sessionId: string, message: SendChatMessageBody, options?: CreateOptions): Promise<ResultOf<'sendChatMessage'>> {
    const request = { path: { session_id: sessionId }, body: message };
    return this.call('sendChatMessage', request, options);
  }

  /** Sends to a group of a phone: `to` is the `chat_id` of one of `groups()`. */
  sendToGroup(
    sessionId: string,
    message: SendGroupMessageBody,
    options?: CreateOptions,
  ): Promise<ResultOf<'sendGroupMessage'>> {
    const request = { path: { session_id: sessionId }, body: message };
    return this.call('sendGroupMessage', request, options);
  }

  /** Reads a message by the `message_id` of its send. */
  get(messageId: string, options?: CallOptions): Promise<ChatMessage> {
    return this.call('getChatMessage', { path: { message_id: messageId } }, options);
  }

  phones(options?: CallOptions): List<Phone> {
    return new List(async (cursor) => {
      const page = await this.call('listPhones', { query: { cursor } }, options);
      // The only list that has its cursor nowhere else.
      const next_cursor = page.next && new URL(page.next).searchParams.get('cursor');
      return { ...page, next_cursor };
    });
  }

  groups(sessionId: string, filter: FilterOf<'listGroups'> = {}, options?: CallOptions): List<Group> {
    const path = { session_id: sessionId };
    return new List((cursor) => this.call('listGroups', { path, query: { ...filter, cursor } }, options));
  }
}
