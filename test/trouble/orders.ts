import { randomUUID } from 'node:crypto';
import { type Answer, type Client, insist } from '../support/fleet/client.ts';
import { repeatedly } from '../support/fleet/repeatedly.ts';
import { mobile } from '../support/services.ts';

/** A call that was answered with yes. */
export interface Order {
  readonly campaignId: string;
  readonly numbers: readonly string[];
}

export interface OrderBook {
  readonly orders: Order[];
  /** What callers saw besides: statuses and broken connections, with how often. */
  readonly seen: Map<string, number>;
  /** The longest time from a first call to its yes, of those that began after the last `forget`. */
  longestMs(): number;
  forget(): void;
  bulk(size: number, more?: object): Promise<Order>;
}

const PATIENCE_MS = 180_000;
const TRY_AGAIN = new Set([409, 429, 500, 502, 503, 504]);

/** Orders as an integrator does: with an Idempotency-Key, and again until there is an answer that says something. */
export function openOrderBook(clients: readonly Client[], urls: () => readonly string[]): OrderBook {
  const orders: Order[] = [];
  const seen = new Map<string, number>();
  let place = 0;
  let calls = 0;
  let longestMs = 0;

  const call = async (client: Client, body: object, headers: Record<string, string>): Promise<Answer> => {
    const all = urls();
    calls += 1;
    try {
      const answer = await client.post(`${all[calls % all.length]}/v1/sms/send-bulk/`, body, headers);
      note(String(answer.status));
      return answer;
    } catch (error) {
      note(wordOf(error));
      throw error;
    }
  };
  const note = (word: string) => void seen.set(word, (seen.get(word) ?? 0) + 1);

  return {
    orders,
    seen,
    longestMs: () => longestMs,
    forget() {
      longestMs = 0;
    },
    async bulk(size, more = {}) {
      const numbers = Array.from({ length: size }, (_, index) => mobile(place + index));
      place += size;
      const body = { message: 'Come what may', recipients: numbers.map((to) => ({ to })), ...more };
      const headers = { 'idempotency-key': randomUUID() };
      // Each has its own limit of calls.
      const client = clients[orders.length % clients.length] as Client;
      const begunAt = performance.now();
      const answer = await insist(
        () => call(client, body, headers),
        ({ status }) => TRY_AGAIN.has(status),
        PATIENCE_MS,
      );
      longestMs = Math.max(longestMs, performance.now() - begunAt);
      if (answer.status !== 202) throw new Error(`An order was answered with ${answer.status}: ${answer.text}`);
      const order = { campaignId: answer.body.campaign_id as string, numbers };
      orders.push(order);
      return order;
    },
  };
}

/** Orders of `size` one after the other, with a pause between, until it is told to stop. */
export function keepOrdering(book: OrderBook, size: number, pauseMs: number): { stop(): Promise<void> } {
  return repeatedly(() => book.bulk(size), pauseMs);
}

function wordOf(error: unknown): string {
  const { cause, name } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
}
