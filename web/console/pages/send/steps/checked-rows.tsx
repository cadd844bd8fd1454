import type { CsvRecord } from '../../../../../src/lib/csv.js';
import { Button } from '../../../parts/forms/buttons.js';
import { type NumberList, numberOf } from '../../../parts/lists/number-list.js';
import { saveCsv } from '../../../parts/lists/save-csv.js';
import { type Column, Table } from '../../../parts/lists/table.js';
import { Status } from '../../../parts/states/status.js';
import { formatNumber } from '../../../texts/format.js';
import { firstSent, type LeftOut } from '../outcome.js';
import { words } from '../texts.js';
import type { CheckedTask } from '../use-check.js';

/** The rest of the problems is in the download. */
const PROBLEMS_SHOWN = 100;
const SENT_SHOWN = 50;

interface CheckedRowsProps {
  readonly list: NumberList;
  readonly tasks: readonly CheckedTask[];
  readonly leftOut: readonly LeftOut[];
}

interface Shown {
  readonly row: CsvRecord;
  readonly reason: string | null;
  readonly text: string;
}

/** The rows with problems first, then some of those that are sent. */
export function CheckedRows({ list, tasks, leftOut }: CheckedRowsProps) {
  const problems = leftOut.slice(0, PROBLEMS_SHOWN).map(({ row, reason }): Shown => ({ row, reason, text: '' }));
  const sent = firstSent(list, tasks, SENT_SHOWN).map(({ row, text }): Shown => ({ row, reason: null, text }));
  const columns: Column<Shown>[] = [
    { name: words.check.columns.line, cell: ({ row }) => formatNumber(row.line), isNumber: true },
    { name: words.check.columns.number, cell: ({ row }) => numberOf(list, row) || '–', isHeader: true },
    { name: words.check.columns.outcome, cell: ({ reason }) => <Outcome reason={reason} /> },
    { name: words.check.columns.text, cell: ({ text }) => text || '–' },
  ];
  return (
    <section className="stack checked-rows" aria-label={words.check.rows}>
      <div className="list-head">
        <p className="quiet">{words.check.rowsShown(problems.length, sent.length)}</p>
        {leftOut.length > 0 && (
          <Button onClick={() => saveCsv(words.check.file, fileOf(list, leftOut))}>
            {words.check.download(leftOut.length)}
          </Button>
        )}
      </div>
      <Table
        caption={words.check.rows}
        columns={columns}
        rows={[...problems, ...sent]}
        keyOf={({ row }) => String(row.line)}
      />
    </section>
  );
}

function Outcome({ reason }: { readonly reason: string | null }) {
  if (reason === null) return <Status look={['✓', 'arrived']}>{words.check.isSent}</Status>;
  return (
    <span className="row-reason">
      <span aria-hidden="true">✕</span> {reason}
    </span>
  );
}

/** With all their columns, so that they can be mended and sent as a list of their own. */
function fileOf(list: NumberList, leftOut: readonly LeftOut[]): readonly (readonly string[])[] {
  const heading = [words.check.columns.line, words.check.columns.reason, ...list.columns];
  return [heading, ...leftOut.map(({ row, reason }) => [String(row.line), reason, ...row.fields])];
}
