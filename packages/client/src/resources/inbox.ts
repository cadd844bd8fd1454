import { type BodyOf, callOperation, type QueryOf, type ResultOf } from '../api.js';
import type { Connection } from '../connection.js';
import type { InboundMessage, Keywords } from '../generated/rest.js';
import { List } from '../list.js';
import type { CallOptions } from '../options.js';

/** What people send to the numbers of the organisation. */
export class Inbox {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Newest first. */
  list(filter: Omit<QueryOf<'listInbox'>, 'cursor' | 'before'> = {}, options?: CallOptions): List<InboundMessage> {
    return new List((cursor) =>
      callOperation(this.#connection, 'listInbox', { query: { ...filter, cursor } }, options),
    );
  }

  get(inboundId: string, options?: CallOptions): Promise<InboundMessage> {
    return callOperation(this.#connection, 'getInboundMessage', { path: { inbound_id: inboundId } }, options);
  }

  /** The numbers that people may write to. */
  async numbers(options?: CallOptions): Promise<ResultOf<'listOwnNumbers'>['results']> {
    return (await callOperation(this.#connection, 'listOwnNumbers', {}, options)).results;
  }

  /** The words by which people stop and start messages and ask for help, and the answers that they get. */
  keywords(options?: CallOptions): Promise<Keywords> {
    return callOperation(this.#connection, 'getKeywords', {}, options);
  }

  updateKeywords(body: BodyOf<'updateKeywords'>, options?: CallOptions): Promise<ResultOf<'updateKeywords'>> {
    return callOperation(this.#connection, 'updateKeywords', { body }, options);
  }
}
