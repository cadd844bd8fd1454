import { CODE_OF } from '../../../../src/domain/sms/delivery-codes.js';
import { encodeText } from '../../../../src/domain/sms/smart-encoding.js';
import { compileTemplate } from '../../../../src/domain/sms/template.js';
import type { CsvRecord } from '../../../../src/lib/csv.js';
import type { ProblemRowFragment } from '../../generated/documents.js';
import { type NumberList, numberOf } from '../../parts/lists/number-list.js';
import { digitsOf, type Repetition } from './portions.js';
import { render } from './survey.js';
import { words } from './texts.js';
import type { CheckedTask } from './use-check.js';

export interface LeftOut {
  readonly row: CsvRecord;
  /** In a sentence for this row. */
  readonly reason: string;
  /** The same for all rows of its kind. */
  readonly kind: string;
}

export interface Sent {
  readonly row: CsvRecord;
  readonly text: string;
}

/** In the order of the file. */
export function leftOutOf(
  list: NumberList,
  tasks: readonly CheckedTask[],
  repetitions: readonly Repetition[],
): readonly LeftOut[] {
  const found = tasks.flatMap((task) => {
    const firstLines = firstLinesOf(list, task);
    return task.preview.problems.flatMap((problem) => {
      const row = task.rows[problem.position];
      return row ? [leftOut(row, problem, firstLines.get(digitsOf(numberOf(list, row))))] : [];
    });
  });
  return [...found, ...repetitions.map(({ row, firstLine }) => repeated(row, firstLine))].sort(
    (a, b) => a.row.line - b.row.line,
  );
}

function leftOut(
  row: CsvRecord,
  { status, code, message }: ProblemRowFragment,
  firstLine: number | undefined,
): LeftOut {
  if (status === null && firstLine !== undefined) return repeated(row, firstLine);
  const reason = code?.code === CODE_OF.InvalidPhoneNumber ? words.check.countryCode(message) : message;
  return { row, reason, kind: code ? words.check.kind(message, code.code) : message };
}

const repeated = (row: CsvRecord, firstLine: number): LeftOut => ({
  row,
  reason: words.check.repeated(firstLine),
  kind: words.check.repetition,
});

function firstLinesOf(list: NumberList, { rows, preview }: CheckedTask): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  if (preview.duplicates === 0) return lines;
  for (const row of rows) {
    const number = digitsOf(numberOf(list, row));
    if (!lines.has(number)) lines.set(number, row.line);
  }
  return lines;
}

/** The first rows that get a message, with their texts. */
export function firstSent(list: NumberList, tasks: readonly CheckedTask[], count: number): readonly Sent[] {
  const [first] = tasks;
  if (!first) return [];
  const template = compileTemplate(first.input.message);
  const isSmart = first.preview.smartEncoding !== null;
  const without = new Set(first.preview.problems.map(({ position }) => position));
  return first.rows
    .filter((_, position) => !without.has(position))
    .slice(0, count)
    .map((row) => ({ row, text: encodeText(render(template, list, row), isSmart).text }));
}
