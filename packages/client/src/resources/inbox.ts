import { callOperation, type QueryOf, type ResultOf } from '../api.js';
import type { Connection } from '../connection.js';
import type { InboundMessage } from '../generated/rest.js';
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
}
