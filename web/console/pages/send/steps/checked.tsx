import { type ReactNode, useEffect, useRef } from 'react';
import { nameOfReplaced } from '../../../../../src/domain/sms/smart-encoding.js';
import { compileTemplate } from '../../../../../src/domain/sms/template.js';
import type { CsvRecord } from '../../../../../src/lib/csv.js';
import { Button } from '../../../parts/forms/buttons.js';
import { type NumberList, numberOf } from '../../../parts/lists/number-list.js';
import { saveCsv } from '../../../parts/lists/save-file.js';
import { type Column, Table } from '../../../parts/lists/table.js';
import { Moment } from '../../../parts/moment.js';
import { Status } from '../../../parts/states/status.js';
import { formatNumber } from '../../../texts/format.js';
import { linesOf } from '../draft.js';
import { firstSent, type LeftOut, leftOutOf } from '../outcome.js';
import type { Repetition } from '../portions.js';
import { words } from '../texts.js';
import type { CheckedTask, Preview } from '../use-check.js';

interface CheckedProps {
  readonly list: NumberList;
  readonly tasks: readonly CheckedTask[];
  readonly repetitions: readonly Repetition[];
  /** Stands before the rows, which are many. */
  readonly children: ReactNode;
}

export function Checked({ list, tasks, repetitions, children }: CheckedProps) {
  const previews = tasks.map(({ preview }) => preview);
  const leftOut = leftOutOf(list, tasks, repetitions);
  const accepted = acceptedOf(tasks);
  const outcome = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useEffect(() => outcome.current?.focus(), []);
  const segments = previews.reduce((sum, preview) => sum + preview.segments, 0);
  return (
    <div className="stack">
      <p ref={outcome} className="outcome" tabIndex={-1}>
        {accepted > 0 ? words.check.sentence(accepted, segments) : words.check.nobody}
      </p>
      <dl className="checked-facts">
        <Fact name={words.check.leftOut(leftOut.length)}>
          <Reasons leftOut={leftOut} />
        </Fact>
        <ReplacedCharacters previews={previews} />
        {accepted > 0 && <Route previews={previews} />}
        {tasks.length > 1 && <Fact name={words.check.campaigns}>{formatNumber(tasks.length)}</Fact>}
      </dl>
      {accepted > 0 && <Samples tasks={tasks} />}
      {children}
      <CheckedRows list={list} tasks={tasks} leftOut={leftOut} />
    </div>
  );
}

export const acceptedOf = (tasks: readonly CheckedTask[]): number =>
  tasks.reduce((sum, { preview }) => sum + preview.accepted, 0);

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Reasons({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return words.check.nothingLeftOut;
  return (
    <ul className="plain">
      {[...Map.groupBy(leftOut, ({ kind }) => kind)].map(([kind, rows]) => (
        <li key={kind}>
          {formatNumber(rows.length)} · {kind}: {linesOf(rows.map(({ row }) => row))}
        </li>
      ))}
    </ul>
  );
}

function ReplacedCharacters({ previews }: { readonly previews: readonly Preview[] }) {
  const effects = previews.flatMap(({ smartEncoding, segments }) =>
    smartEncoding ? { ...smartEncoding, segments } : [],
  );
  const sum = (of: (effect: (typeof effects)[number]) => number) => effects.reduce((all, one) => all + of(one), 0);
  const changed = sum(({ messages }) => messages);
  if (changed === 0) return null;
  const saved = sum(({ segmentsBefore, segments }) => segmentsBefore - segments);
  const characters = effects.flatMap(({ replacements }) =>
    replacements.map(({ character }) => nameOfReplaced(character)),
  );
  return (
    <Fact name={words.check.smart}>
      <ul className="plain">
        <li>{words.check.replaced([...new Set(characters)], changed)}</li>
        <li>{words.check.saved(saved)}</li>
      </ul>
    </Fact>
  );
}

function Route({ previews }: { readonly previews: readonly Preview[] }) {
  const shares = previews.flatMap(({ gateways }) => gateways);
  const messages = new Map<string, number>();
  for (const share of shares) messages.set(share.gateway, (messages.get(share.gateway) ?? 0) + share.messages);
  const unpaid = shares.filter((share) => share.creditFor !== null && share.creditFor < share.messages);
  const starts = previews.map(({ startsAt }) => startsAt ?? '').sort()[0];
  const ends = previews
    .map(({ estimatedEndAt }) => estimatedEndAt ?? '')
    .sort()
    .at(-1);
  return (
    <>
      <Fact name={words.check.gateways}>
        <ul className="plain">
          {[...messages].map(([gateway, count]) => (
            <li key={gateway}>{words.check.gateway(gateway, count)}</li>
          ))}
          {unpaid.map(({ gateway, creditFor }) => (
            <li key={`credit ${gateway}`}>{words.check.credit(gateway, creditFor ?? 0)}</li>
          ))}
        </ul>
      </Fact>
      {starts && (
        <Fact name={words.check.starts}>
          {Date.parse(starts) <= Date.now() ? words.check.atOnce : <Moment at={starts} isRelative={false} />}
        </Fact>
      )}
      {ends && (
        <Fact name={words.check.ends}>
          <Moment at={ends} isRelative={false} />
        </Fact>
      )}
    </>
  );
}

/** Of the first campaign. One text may be the first and the shortest. */
function Samples({ tasks: [first] }: { readonly tasks: readonly CheckedTask[] }) {
  if (!first) return null;
  const isPersonal = compileTemplate(first.input.message).placeholders.length > 0;
  const samples = isPersonal ? first.preview.samples : first.preview.samples.slice(0, 1);
  return (
    <section className="samples" aria-label={words.check.samples}>
      {[...Map.groupBy(samples, ({ position }) => position).values()].map((same) => {
        const [{ position, text, segments, encoding }] = same as [(typeof samples)[number]];
        const kinds = same.map(({ kind }) => words.check.kinds[kind]);
        return (
          <figure key={position}>
            <figcaption>
              <strong>{isPersonal ? words.check.sampleName(kinds) : words.check.everybody}</strong>{' '}
              <span className="quiet">{words.check.sample(first.rows[position]?.line ?? 0, segments, encoding)}</span>
            </figcaption>
            <p className="sample">{text}</p>
          </figure>
        );
      })}
    </section>
  );
}

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
function CheckedRows({ list, tasks, leftOut }: CheckedRowsProps) {
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
        <p className="quiet">{words.check.rowsShown(problems.length, sent.length, acceptedOf(tasks))}</p>
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
