import { type Client, insist } from '../support/fleet/client.ts';
import { repeatedly } from '../support/fleet/repeatedly.ts';
import { type Check, check } from './scene.ts';

const PAUSE_MS = 250;
const PAGE_SIZE = 1_000;
const PATIENCE_MS = 180_000;
const TRY_AGAIN = new Set([429, 500, 502, 503, 504]);

/**
 * Reads a customer's event log page by page, as an integrator does, until it is told to stop and has read everything.
 * The check fails if a number is missing or comes twice.
 */
export function readEventLog(
  customer: Client,
  urlNow: () => string,
  note: (status: number) => void,
): { stop(): Promise<Check> } {
  let last = 0;
  let outOfOrder = 0;

  const readPage = async (): Promise<boolean> => {
    const { body } = await insist(
      async () => {
        const answer = await customer.call('GET', `${urlNow()}/v1/events/?after=${last}&page_size=${PAGE_SIZE}`);
        note(answer.status);
        return answer;
      },
      ({ status }) => TRY_AGAIN.has(status),
      PATIENCE_MS,
    );
    for (const {
      data: { sequence },
    } of body.results as { data: { sequence: number } }[]) {
      if (sequence !== last + 1) outOfOrder += 1;
      last = sequence;
    }
    return body.results.length > 0;
  };

  const reading = repeatedly(readPage, PAUSE_MS);
  return {
    async stop() {
      await reading.stop();
      while (await readPage());
      return check(
        'events that a reader missed or got twice',
        `${outOfOrder} of ${last}`,
        outOfOrder === 0 && last > 0,
      );
    },
  };
}
