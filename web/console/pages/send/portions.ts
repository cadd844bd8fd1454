import { compileTemplate } from '../../../../src/domain/sms/template.js';
import type { CsvRecord } from '../../../../src/lib/csv.js';
import type { RecipientInput } from '../../generated/documents.js';
import { type NumberList, numberOf } from '../../parts/lists/number-list.js';
import type { Draft } from './draft.js';
import { variablesOf } from './survey.js';

/** The recipients of one campaign, with the rows that they come from, place by place. */
export interface Portion {
  readonly rows: readonly CsvRecord[];
  readonly recipients: readonly RecipientInput[];
}

/** A row whose number an earlier one has. */
export interface Repetition {
  readonly row: CsvRecord;
  readonly firstLine: number;
}

export interface Portions {
  readonly portions: readonly Portion[];
  /** Left out here, because each call knows its own recipients only. */
  readonly repetitions: readonly Repetition[];
}

/** As many as one campaign takes. */
export const ROWS_PER_CAMPAIGN = 10_000;
/** Of the 4 MiB that a call may have; the rest is for the text, and for letters that take several bytes. */
const CHARACTERS_PER_CALL = 1_300_000;

export function portionsOf(draft: Draft, list: NumberList): Portions {
  const { placeholders } = compileTemplate(draft.text);
  const rows = sentRows(draft, list, placeholders);
  const whole = divide(list, placeholders, rows);
  if (whole.length <= 1) return { portions: whole, repetitions: [] };
  const { kept, repetitions } = withoutRepetitions(list, rows);
  return { portions: divide(list, placeholders, kept), repetitions };
}

/** Without those that the person leaves out. */
function sentRows(draft: Draft, list: NumberList, placeholders: readonly string[]): readonly CsvRecord[] {
  const used = placeholders.map((name) => list.columns.indexOf(name));
  const isComplete = ({ fields }: CsvRecord) => used.every((column) => (fields[column] ?? '').trim() !== '');
  return list.rows.filter(
    (row) =>
      (draft.incomplete !== 'leave-out' || isComplete(row)) &&
      (!draft.leavesOutTooLong || row.fields.length <= list.columns.length),
  );
}

function divide(list: NumberList, placeholders: readonly string[], rows: readonly CsvRecord[]): Portion[] {
  const portions: { rows: CsvRecord[]; recipients: RecipientInput[] }[] = [];
  let room = 0;
  for (const row of rows) {
    const to = numberOf(list, row);
    const recipient = placeholders.length > 0 ? { to, variables: variablesOf(placeholders, list, row) } : { to };
    room -= JSON.stringify(recipient).length;
    let last = portions.at(-1);
    if (!last || room < 0 || last.rows.length === ROWS_PER_CAMPAIGN) {
      last = { rows: [], recipients: [] };
      portions.push(last);
      room = CHARACTERS_PER_CALL;
    }
    last.rows.push(row);
    last.recipients.push(recipient);
  }
  return portions;
}

function withoutRepetitions(list: NumberList, rows: readonly CsvRecord[]) {
  const lines = new Map<string, number>();
  const kept: CsvRecord[] = [];
  const repetitions: Repetition[] = [];
  for (const row of rows) {
    const number = digitsOf(numberOf(list, row));
    const firstLine = lines.get(number);
    if (firstLine !== undefined) {
      repetitions.push({ row, firstLine });
      continue;
    }
    lines.set(number, row.line);
    kept.push(row);
  }
  return { kept, repetitions };
}

/** As the server reads a number: without a leading plus, spaces and dashes. */
export const digitsOf = (given: string): string => given.replace(/[ -]/g, '').replace(/^\+/, '');
