import { type BodyOf, callGraphql, callOperation, type Document, type ResultOf } from './api.js';
import { Connection } from './connection.js';
import { type EventQuery, type PostriderEvent, readEvents } from './events.js';
import type { AuditAction, AuditEntry, RateLimit } from './generated/rest.js';
import { List } from './list.js';
import type { CallOptions, PostriderOptions } from './options.js';
import { Campaigns } from './resources/campaigns.js';
import { Chat } from './resources/chat.js';
import { Conversations } from './resources/conversations.js';
import { Exports } from './resources/exports.js';
import { Inbox } from './resources/inbox.js';
import type { FilterOf } from './resources/resource.js';
import { Sms } from './resources/sms.js';
import { Suppressions } from './resources/suppressions.js';
import { Webhooks } from './resources/webhooks.js';

type AuditFilter = Omit<FilterOf<'listAuditEntries'>, 'actions'> & {
  readonly actions?: readonly AuditAction[] | undefined;
};

/** Calls one Postrider server for one organisation. */
export class Postrider {
  readonly #connection: Connection;
  readonly sms: Sms;
  readonly campaigns: Campaigns;
  readonly chat: Chat;
  readonly inbox: Inbox;
  readonly conversations: Conversations;
  readonly suppressions: Suppressions;
  readonly webhooks: Webhooks;
  readonly exports: Exports;

  constructor(options: PostriderOptions) {
    const connection = new Connection(options);
    this.#connection = connection;
    this.sms = new Sms(connection);
    this.campaigns = new Campaigns(connection);
    this.chat = new Chat(connection);
    this.inbox = new Inbox(connection);
    this.conversations = new Conversations(connection);
    this.suppressions = new Suppressions(connection);
    this.webhooks = new Webhooks(connection);
    this.exports = new Exports(connection);
  }

  /** The event log in order: what has happened, and with `follow` what happens from now on. */
  events(query: EventQuery = {}, options?: CallOptions): AsyncGenerator<PostriderEvent, void, undefined> {
    return readEvents(this.#connection, query, options);
  }

  /** Who changed what in the organisation, newest first. */
  auditLog({ actions, ...filter }: AuditFilter = {}, options?: CallOptions): List<AuditEntry> {
    const query = { ...filter, actions: actions?.join(',') };
    return new List((cursor) =>
      callOperation(this.#connection, 'listAuditEntries', { query: { ...query, cursor } }, options),
    );
  }

  /** The rate limits of the organisation, and what is left of them. */
  async rateLimits(options?: CallOptions): Promise<RateLimit[]> {
    return (await callOperation(this.#connection, 'listRateLimits', {}, options)).results;
  }

  /** Erases what the organisation has about a number. While `not_searched` has a value, repeat the call with it. */
  eraseNumber(
    mobile: string,
    { notSearched, ...options }: CallOptions & { readonly notSearched?: string | undefined } = {},
  ): Promise<ResultOf<'eraseNumber'>> {
    return callOperation(this.#connection, 'eraseNumber', { body: { mobile, not_searched: notSearched } }, options);
  }

  /**
   * A token of ten minutes for a web page. It may do at most what the API key may, and only read if `scopes` is
   * missing.
   */
  createAccessToken(
    input: BodyOf<'createAccessToken'> = {},
    options?: CallOptions,
  ): Promise<ResultOf<'createAccessToken'>> {
    return callOperation(this.#connection, 'createAccessToken', { body: input }, options);
  }

  /** A query or mutation of GraphQL, which offers more than REST. Fails if the answer has `errors`. */
  graphql<Data = Record<string, unknown>, Variables = Record<string, unknown>>(
    document: Document<Data, Variables>,
    variables?: Variables,
    options: CallOptions = {},
  ): Promise<Data> {
    return callGraphql(this.#connection, document, variables, options);
  }
}
