import type { CsvRecord } from '../../../../src/lib/csv.js';
import type { UserError } from '../../api/use-change.js';
import type { MessageCategory, SendBulkSmsInput } from '../../generated/documents.js';
import type { NumberList } from '../../parts/lists/number-list.js';
import type { Survey } from './survey.js';
import { words } from './texts.js';

/** What the person has put together so far. */
export interface Draft {
  readonly list: NumberList | null;
  readonly text: string;
  readonly senderId: string;
  readonly category: MessageCategory;
  readonly isLater: boolean;
  /** As the field has it, in the zone of the browser. */
  readonly at: string;
  readonly name: string;
  readonly reference: string;
  /** Null: not chosen yet. */
  readonly isTest: boolean | null;
  /** Null: as the organisation is set. */
  readonly pauseOnFailures: boolean | null;
  /** Null: as the organisation is set. */
  readonly smartEncoding: boolean | null;
  /** What becomes of rows that lack a value; null: the person has to decide. */
  readonly incomplete: 'leave-out' | 'send-blank' | null;
  /** Rows with more fields than the heading may have their values in the wrong columns. */
  readonly leavesOutTooLong: boolean;
}

export const EMPTY_DRAFT: Draft = {
  list: null,
  text: '',
  senderId: '',
  category: 'TRANSACTIONAL',
  isLater: false,
  at: '',
  name: '',
  reference: '',
  isTest: null,
  pauseOnFailures: null,
  smartEncoding: null,
  incomplete: null,
  leavesOutTooLong: false,
};

export type ChangeDraft = (changes: Partial<Draft>) => void;

/** The input of each campaign but for its recipients. */
export type CommonInput = Omit<SendBulkSmsInput, 'message' | 'recipients' | 'idempotencyKey' | 'previewToken'> & {
  readonly message: string;
};

export function commonInput(draft: Draft, isTest: boolean): CommonInput {
  const { text, senderId, category, isLater, at, name, reference, pauseOnFailures, smartEncoding } = draft;
  return {
    message: text,
    senderId: senderId.trim() || null,
    category,
    scheduledAt: isLater && at ? new Date(at).toISOString() : null,
    name: name.trim() || null,
    reference: reference.trim() || null,
    test: isTest,
    pauseOnFailures,
    smartEncoding,
  };
}

/** What has to be settled before the server is asked. Errors name the same fields as those of the server. */
export function issuesOf(draft: Draft, survey: Survey | null): readonly UserError[] {
  const { list, text, isLater, at, incomplete, leavesOutTooLong } = draft;
  const issues: UserError[] = [];
  const add = (field: string, message: string) => issues.push({ code: 'INVALID', message, path: [field] });
  if (!list || list.rows.length === 0) add('recipients', words.issues.noList);
  if (text.trim() === '') add('message', words.issues.noText);
  if (list && survey && survey.unknown.length > 0) {
    // The only column holds the numbers, and only this program has named it.
    const hasValues = list.hasHeading || list.columns.length > 1;
    const { unknown, noValues } = words.issues;
    add('message', hasValues ? unknown(survey.unknown, list.columns) : noValues(survey.unknown));
  }
  if (survey?.unknown.length === 0 && survey.incomplete.length > 0 && incomplete === null) {
    add('recipients', words.issues.incomplete(survey.incomplete.length, linesOf(survey.incomplete)));
  }
  if (survey && survey.tooLong.length > 0 && !leavesOutTooLong) {
    add('recipients', words.issues.tooLong(survey.tooLong.length, linesOf(survey.tooLong)));
  }
  if (isLater && !(Date.parse(at) > Date.now())) add('scheduledAt', words.issues.noTime);
  return issues;
}

const LINES_NAMED = 10;

export function linesOf(rows: readonly Pick<CsvRecord, 'line'>[]): string {
  return words.lines(
    rows.slice(0, LINES_NAMED).map(({ line }) => line),
    Math.max(0, rows.length - LINES_NAMED),
  );
}
