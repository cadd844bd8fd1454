import type { BodyOf, ResultOf } from '../api.js';
import type { InboundMessage, Keywords } from '../generated/rest.js';
import { List } from '../list.js';
import type { CallOptions } from '../options.js';
import { type FilterOf, Resource } from './resource.js';

/** What people send to the numbers of the organisation. */
export class Inbox extends Resource {
  /** Newest first. */
  list(filter: FilterOf<'listInbox'> = {}, options?: CallOptions): List<InboundMessage> {
    return new List((cursor) => this.call('listInbox', { query: { ...filter, cursor } }, options));
  }

  get(inboundId: string, options?: CallOptions): Promise<InboundMessage> {
    return this.call('getInboundMessage', { path: { inbound_id: inboundId } }, options);
  }

  /** The numbers that people may write to. */
  async numbers(options?: CallOptions): Promise<ResultOf<'listOwnNumbers'>['results']> {
    return (await this.call('listOwnNumbers', {}, options)).results;
  }

  /** The words by which people stop and start messages and ask for help, and the answers that they get. */
  keywords(options?: CallOptions): Promise<Keywords> {
    return this.call('getKeywords', {}, options);
  }

  updateKeywords(body: BodyOf<'updateKeywords'>, options?: CallOptions): Promise<ResultOf<'updateKeywords'>> {
    return this.call('updateKeywords', { body }, options);
  }
}
