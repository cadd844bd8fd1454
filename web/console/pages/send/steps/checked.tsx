import { type ReactNode, useEffect, useRef } from 'react';
import { compileTemplate } from '../../../../../src/domain/sms/template.js';
import type { NumberList } from '../../../parts/lists/number-list.js';
import { Moment } from '../../../parts/moment.js';
import { formatNumber } from '../../../texts/format.js';
import { linesOf } from '../draft.js';
import { type LeftOut, leftOutOf } from '../outcome.js';
import type { Repetition } from '../portions.js';
import { words } from '../texts.js';
import type { CheckedTask, Preview } from '../use-check.js';
import { CheckedRows } from './checked-rows.js';

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
