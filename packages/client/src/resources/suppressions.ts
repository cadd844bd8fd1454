import { type BodyOf, callOperation, type QueryOf, type ResultOf } from '../api.js';
import type { Connection } from '../connection.js';
import type { ConsentChange, Suppression } from '../generated/rest.js';
import { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';

/** Numbers to which no SMS is sent. */
export class Suppressions {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(filter: Omit<QueryOf<'listSuppressions'>, 'cursor' | 'before'> = {}, options?: CallOptions): List<Suppression> {
    return new List((cursor) =>
      callOperation(this.#connection, 'listSuppressions', { query: { ...filter, cursor } }, options),
    );
  }

  /** Suppresses up to 10,000 numbers from now on. */
  add(numbers: BodyOf<'addSuppressions'>['numbers'], options?: CreateOptions): Promise<ResultOf<'addSuppressions'>> {
    return callOperation(this.#connection, 'addSuppressions', { body: { numbers } }, options);
  }

  /** Messages may be sent to the number again. The number is in the body, so that no proxy logs it. */
  lift(suppression: BodyOf<'liftSuppression'>, options?: CallOptions): Promise<ResultOf<'liftSuppression'>> {
    return callOperation(this.#connection, 'liftSuppression', { body: suppression }, options);
  }

  /** What people have decided about messages, newest first: the proof of suppressions. */
  consentChanges(
    filter: Omit<QueryOf<'listConsentChanges'>, 'cursor' | 'before'> = {},
    options?: CallOptions,
  ): List<ConsentChange> {
    return new List((cursor) =>
      callOperation(this.#connection, 'listConsentChanges', { query: { ...filter, cursor } }, options),
    );
  }

  consentChange(consentId: string, options?: CallOptions): Promise<ConsentChange> {
    return callOperation(this.#connection, 'getConsentChange', { path: { consent_id: consentId } }, options);
  }
}
