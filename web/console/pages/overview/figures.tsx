import { Link } from 'wouter';
import type { OverviewStatisticsQuery } from '../../generated/documents.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { NOT_ARRIVED, notArrivedOf, totalOf, underWayOf } from '../../parts/states/counts.js';
import { StatusWord } from '../../parts/states/status.js';
import { formatNumber, formatPercent } from '../../texts/format.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

type Statistics = OverviewStatisticsQuery['statistics'];
type Outcome = Statistics['outcomes'][number];

/** The numbers of the span, largest first in what they mean. */
export function Figures({
  statistics: { counts, medianSecondsToDeliver: median },
}: {
  readonly statistics: Statistics;
}) {
  const { accepted, arrived, underWay, notArrived, about, median: medianName } = words.statistics;
  const total = totalOf(counts);
  const share = (name: string, count: number) => [name, formatNumber(count), count / total] as const;
  const shown: readonly (readonly [name: string, value: string, share?: number])[] = [
    [accepted, formatNumber(total)],
    share(arrived, counts.delivered),
    share(underWay, underWayOf(counts)),
    share(notArrived, notArrivedOf(counts)),
    ...(counts.cancelled > 0 ? [share(text.status.CANCELLED, counts.cancelled)] : []),
    [medianName, median === null ? '–' : about(median)],
  ];
  return (
    <dl className="figures">
      {shown.map(([name, value, share]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} {share !== undefined && <span className="quiet">{formatPercent(share)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface WhyProps {
  readonly outcomes: readonly Outcome[];
  readonly total: number;
  readonly isTest: boolean;
  readonly since: string;
}

export function Why({ outcomes, total, isTest, since }: WhyProps) {
  const rows = outcomes.filter(({ status }) => NOT_ARRIVED.includes(status));
  if (rows.length === 0) return null;
  const mode = isTest ? 'sandbox' : 'live';
  const from = since.slice(0, 10);
  const { why, columns } = words.statistics;
  const shown: readonly Column<Outcome>[] = [
    {
      name: columns.code,
      isHeader: true,
      cell: ({ code: { code, name, meaning }, status }) => (
        <div>
          <Link href={`/messages?state=${status.toLowerCase()}&code=${code}&mode=${mode}&from=${from}`}>
            {`${code} ${name}`}
          </Link>
          <span className="meaning quiet">{meaning}</span>
        </div>
      ),
    },
    { name: columns.state, cell: ({ status }) => <StatusWord status={status} /> },
    { name: columns.count, isNumber: true, cell: ({ count }) => formatNumber(count) },
    { name: text.list.share, isNumber: true, cell: ({ count }) => formatPercent(count / total) },
    { name: columns.what, cell: ({ recommendedAction }) => recommendedAction ?? null },
  ];
  return (
    <section className="stack" aria-labelledby="why">
      <h3 id="why">{why}</h3>
      <Table caption={why} columns={shown} rows={rows} keyOf={({ code, status }) => `${code.code} ${status}`} />
    </section>
  );
}
