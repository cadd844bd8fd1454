import { callOperation, type OperationName, type QueryOf, type RequestOf, type ResultOf } from '../api.js';
import type { Connection } from '../connection.js';
import type { CreateOptions } from '../options.js';

/** What narrows a list. */
export type FilterOf<Name extends OperationName> = Omit<QueryOf<Name>, 'cursor' | 'before'>;

/** The calls about one kind of thing. */
export abstract class Resource {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  protected get connection(): Connection {
    return this.#connection;
  }

  protected call<Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    options?: CreateOptions,
  ): Promise<ResultOf<Name>> {
    return callOperation(this.#connection, name, request, options);
  }
}
