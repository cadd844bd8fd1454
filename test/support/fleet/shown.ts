import { eventually } from '../wait.js';
import type { Client } from './client.js';
import type { CountsReader } from './counts.js';
import { repeatedly } from './repeatedly.js';

/** With what an answer takes: as often as the limit of 300 calls a minute allows. */
const READ_EVERY_MS = 200;

interface Shown {
  readonly total: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly messages: { readonly totalCount: number };
}

const QUERY = `{ campaigns(first: 50) { nodes {
  id total counts { queued sent delivered failed undelivered blocked held cancelled } messages(first: 1) { totalCount }
} } }`;

/** What a customer is shown meanwhile: never fewer rows than the total, never counts that do not add up to it. */
export function startHttpReader(client: Client, url: () => string, over: AbortSignal): CountsReader {
  const wrong: string[] = [];
  let readings = 0;
  const read = async () => {
    const answer = await client.post(`${url()}/graphql`, { query: QUERY });
    const nodes: Shown[] = answer.body.data?.campaigns?.nodes ?? [];
    if (nodes.length > 0) readings += 1;
    wrong.push(...nodes.filter((campaign) => !addsUp(campaign)).map((campaign) => JSON.stringify(campaign)));
  };
  // Nobody may be there to answer.
  const reading = repeatedly(() => read().catch(() => undefined), READ_EVERY_MS, over);
  return {
    /** On a slow machine the API was away for most of the time, so one look must do. */
    async stop() {
      await eventually('a look over HTTP', async () => readings > 0 || undefined);
      await reading.stop();
      return { readings, wrong };
    },
  };
}

function addsUp({ total, counts, messages }: Shown): boolean {
  return messages.totalCount === total && Object.values(counts).reduce((sum, count) => sum + count, 0) === total;
}
