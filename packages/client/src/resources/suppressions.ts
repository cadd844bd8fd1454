import type { BodyOf, ResultOf } from '../api.js';
import type { ConsentChange, Suppression } from '../generated/rest.js';
import { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import { type FilterOf, Resource } from './resource.js';

/** Numbers to which no SMS is sent. */
export class Suppressions extends Resource {
  list(filter: FilterOf<'listSuppressions'> = {}, options?: CallOptions): List<Suppression> {
    return new List((cursor) => this.call('listSuppressions', { query: { ...filter, cursor } }, options));
  }

  /** Suppresses up to 10,000 numbers from now on. */
  add(numbers: BodyOf<'addSuppressions'>['numbers'], options?: CreateOptions): Promise<ResultOf<'addSuppressions'>> {
    return this.call('addSuppressions', { body: { numbers } }, options);
  }

  /** Messages may be sent to the number again. The number is in the body, so that no proxy logs it. */
  lift(suppression: BodyOf<'liftSuppression'>, options?: CallOptions): Promise<ResultOf<'liftSuppression'>> {
    return this.call('liftSuppression', { body: suppression }, options);
  }

  /** What people have decided about messages, newest first: the proof of suppressions. */
  consentChanges(filter: FilterOf<'listConsentChanges'> = {}, options?: CallOptions): List<ConsentChange> {
    return new List((cursor) => this.call('listConsentChanges', { query: { ...filter, cursor } }, options));
  }

  consentChange(consentId: string, options?: CallOptions): Promise<ConsentChange> {
    return this.call('getConsentChange', { path: { consent_id: consentId } }, options);
  }
}
