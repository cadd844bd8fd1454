import { type Client, insist } from './client.js';

export interface FeedItem {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly sequence: number };
}

/** The whole event log of the customer, page by page. */
export async function readLog(client: Client, url: string): Promise<FeedItem[]> {
  const log: FeedItem[] = [];
  for (let after = 0; ; ) {
    const { body } = await insist(
      () => client.call('GET', `${url}/v1/events/?after=${after}&page_size=1000`),
      ({ status }) => status !== 200,
    );
    log.push(...body.results);
    after = body.last_sequence;
    if (!body.has_more) return log;
  }
}
