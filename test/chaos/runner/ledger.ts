import type { Answer, Client } from '../../support/fleet/client.js';
import { mobile } from '../../support/services.js';

/** A bulk call as its caller remembers it. */
export interface BulkCall {
  readonly client: Client;
  /** Of the caller's own: the same for every repetition. */
  readonly reference: string;
  readonly key: string | null;
  readonly numbers: readonly string[];
  /** What came back with a 202; empty when nobody knows what became of it. */
  readonly served: Answer[];
}

export interface SingleSend {
  readonly client: Client;
  readonly to: string;
  readonly messageId: string;
  /** What the program said to the cancelling; null when nobody cancelled, or no answer came. */
  readonly cancel: 'yes' | 'no' | null;
}

/** A call that sends the failed messages of a campaign again. */
export interface Retry {
  readonly client: Client;
  readonly campaignId: string;
  readonly key: string;
  /** Null: at once. */
  readonly scheduledAt: string | null;
  readonly served: Answer[];
}

export interface Download {
  readonly campaignId: string;
  /** What the rows must be, in this order. */
  readonly numbers: readonly string[];
  readonly rows: { readonly mobile: string; readonly position: number }[];
  /** How many responses it took. */
  parts: number;
}

export interface ChatSend {
  /** Of this send alone; also its key. */
  readonly text: string;
  /** The engine is said to have it. */
  readonly isSent: boolean;
}

/** What the customers know: who was promised what. */
export interface Ledger {
  readonly bulk: BulkCall[];
  readonly singles: SingleSend[];
  readonly chats: ChatSend[];
  readonly retries: Retry[];
  readonly downloads: Download[];
  /** Messages that the naive customer has cancelled by looking first. */
  readonly naivelyCancelled: string[];
  /** Answers that nobody should get, whatever happens. */
  readonly odd: string[];
  calls: number;
  /** So many numbers that nobody has been sent to. */
  numbers(count: number): string[];
  note(answer: Answer): Answer;
}

const EXPECTED = new Set([200, 201, 202, 409, 429, 503]);

export function openLedger(): Ledger {
  let next = 0;
  const ledger: Ledger = {
    bulk: [],
    singles: [],
    chats: [],
    retries: [],
    downloads: [],
    naivelyCancelled: [],
    odd: [],
    calls: 0,
    numbers: (count) => Array.from({ length: count }, () => mobile(next++)),
    note(answer) {
      ledger.calls += 1;
      if (!EXPECTED.has(answer.status) && !isTooLate(answer)) ledger.odd.push(`${answer.status} ${answer.text}`);
      return answer;
    },
  };
  return ledger;
}

/** Whoever repeats a call for as long as it takes may come after the time that it was for. */
function isTooLate({ status, body }: Answer): boolean {
  return status === 400 && body.errors?.scheduled_at !== undefined;
}
