import type { CsvRecord } from '../../../../src/lib/csv.js';
import type { UserError } from '../../api/use-change.js';
import type { Draft } from './draft.js';
import type { Survey } from './survey.js';
import { words } from './texts.js';

/** What has to be settled before the server is asked. Errors name the same fields as those of the server. */
export function issuesOf(draft: Draft, survey: Survey | null): readonly UserError[] {
  const { list, text, isLater, at, incomplete, leavesOutTooLong } = draft;
  const issues: UserError[] = [];
  const add = (field: string, message: string) => issues.push({ code: 'INVALID', message, path: [field] });
  if (!list || list.rows.length === 0) add('recipients', words.issues.noList);
  if (text.trim() === '') add('message', words.issues.noText);
  if (list && survey && survey.unknown.length > 0) add('message', words.issues.unknown(survey.unknown, list.columns));
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

/** The first lines of some rows, in words. */
export function linesOf(rows: readonly Pick<CsvRecord, 'line'>[]): string {
  return words.lines(
    rows.slice(0, LINES_NAMED).map(({ line }) => line),
    Math.max(0, rows.length - LINES_NAMED),
  );
}
