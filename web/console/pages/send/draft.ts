import type { SendBulkSmsInput } from '../../generated/documents.js';
import type { NumberList } from '../../parts/lists/number-list.js';

/** What the person has put together so far. */
export interface Draft {
  readonly list: NumberList | null;
  readonly text: string;
  readonly senderId: string;
  readonly isLater: boolean;
  /** As the field has it, in the zone of the browser. */
  readonly at: string;
  readonly name: string;
  readonly reference: string;
  /** Null: not chosen yet. */
  readonly isTest: boolean | null;
  /** Null: as the organisation is set. */
  readonly pauseOnFailures: boolean | null;
  /** What becomes of rows that lack a value; null: the person has to decide. */
  readonly incomplete: 'leave-out' | 'send-blank' | null;
  /** Rows with more fields than the heading may have their values in the wrong columns. */
  readonly leavesOutTooLong: boolean;
}

export const EMPTY_DRAFT: Draft = {
  list: null,
  text: '',
  senderId: '',
  isLater: false,
  at: '',
  name: '',
  reference: '',
  isTest: null,
  pauseOnFailures: null,
  incomplete: null,
  leavesOutTooLong: false,
};

export type ChangeDraft = (changes: Partial<Draft>) => void;

/** The input of each campaign but for its recipients. */
export type CommonInput = Omit<SendBulkSmsInput, 'recipients' | 'idempotencyKey' | 'previewToken'>;

export function commonInput(draft: Draft, isTest: boolean): CommonInput {
  const { text, senderId, isLater, at, name, reference, pauseOnFailures } = draft;
  return {
    message: text,
    senderId: senderId.trim() || null,
    scheduledAt: isLater && at ? new Date(at).toISOString() : null,
    name: name.trim() || null,
    reference: reference.trim() || null,
    test: isTest,
    pauseOnFailures,
  };
}
