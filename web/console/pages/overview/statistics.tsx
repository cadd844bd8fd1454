import { useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { type Answer, useAnswer } from '../../api/use-answer.js';
import { OverviewStatistics, type OverviewStatisticsQuery } from '../../generated/documents.js';
import { Chart } from '../../parts/charts/chart.js';
import type { ChartPoint } from '../../parts/charts/chart-data.js';
import { intervalName } from '../../parts/charts/chart-data.js';
import { Empty } from '../../parts/lists/empty.js';
import { isTestMode, ModeLinks } from '../../parts/lists/mode-links.js';
import { type Column, Table } from '../../parts/lists/table.js';
import { Panel } from '../../parts/panel.js';
import { NOT_ARRIVED, notArrivedOf, totalOf, underWayOf } from '../../parts/states/counts.js';
import { Sandbox, StatusWord } from '../../parts/states/status.js';
import { useAddress } from '../../parts/use-address.js';
import { useMay, useViewer } from '../../state/viewer.js';
import { formatClock, formatNumber, formatPercent, ZONE } from '../../texts/format.js';
import { dayOf } from '../../texts/local-time.js';
import { text } from '../../texts/text.js';
import { everyInterval, SPANS, type Span, type SpanName, spanOf } from './spans.js';
import { words } from './texts.js';

/** @param isTestAlone Whether the organisation has messages of the sandbox alone, which are shown first then. */
export function Statistics({ isTestAlone }: { readonly isTestAlone: boolean }) {
  const { parameters } = useAddress();
  const name = SPANS.find((one) => one === parameters.get('span')) ?? '24h';
  const isTest = isTestMode(parameters, isTestAlone);
  const asked = useStatistics(name, isTest);
  const { at } = asked.answer;
  return (
    <section className="stack" aria-labelledby="statistics">
      <div className="section-head">
        <h2 id="statistics">
          {words.statistics.title} {isTest && <Sandbox />}
        </h2>
        <Choices name={name} isTest={isTest} />
      </div>
      <Panel answer={asked.answer} height="30rem">
        {({ statistics }) => <Outcome statistics={statistics} asked={asked} name={name} isTest={isTest} />}
      </Panel>
      {at && <p className="quiet">{text.time.asOf(formatClock(at))}</p>}
    </section>
  );
}

function Choices({ name, isTest }: { readonly name: SpanName; readonly isTest: boolean }) {
  const { addressWith } = useAddress();
  const { spans, span } = words.statistics;
  return (
    <div className="statistics-choices">
      <nav aria-label={span} className="choice-links">
        {SPANS.map((one) => (
          <Link key={one} href={addressWith({ span: one })} aria-current={one === name ? 'true' : undefined}>
            {spans[one]}
          </Link>
        ))}
      </nav>
      <ModeLinks isTest={isTest} />
    </div>
  );
}

interface OutcomeProps {
  readonly statistics: OverviewStatisticsQuery['statistics'];
  readonly asked: AskedStatistics;
  readonly name: SpanName;
  readonly isTest: boolean;
}

function Outcome({ statistics, asked: { span, zone }, name, isTest }: OutcomeProps) {
  const { of, none, noneSandbox, noneHow, perHour, perDay } = words.statistics;
  const total = totalOf(statistics.counts);
  if (total === 0) return <Empty title={isTest ? noneSandbox(of[name]) : none(of[name])} how={noneHow} />;
  const points = everyInterval(span, statistics.points);
  return (
    <div className="stack">
      <div className="card stack">
        <Figures statistics={statistics} />
        <Chart
          kind="bars"
          title={span.bucket === 'HOUR' ? perHour : perDay}
          sentence={sentenceOf(statistics.counts.delivered / total, points, name, (at) =>
            intervalName(at, span.stepSeconds, zone),
          )}
          points={points}
          stepSeconds={span.stepSeconds}
          zone={zone}
          addressOf={({ at }) => addressOfDay(at, zone)}
        />
      </div>
      <Why outcomes={statistics.outcomes} total={total} isTest={isTest} since={span.from} />
    </div>
  );
}

function sentenceOf(
  share: number,
  points: readonly ChartPoint[],
  name: SpanName,
  nameOf: (at: string) => string,
): string {
  const { sentence, busiestHour, busiestDay, of } = words.statistics;
  const total = points.reduce((sum, { counts }) => sum + totalOf(counts), 0);
  const highest = points.reduce((best, point) => (totalOf(point.counts) > totalOf(best.counts) ? point : best));
  const busiest = name === '24h' ? busiestHour : busiestDay;
  return `${sentence(total, of[name], share)} ${busiest(nameOf(highest.at), totalOf(highest.counts))}`;
}

/** The campaigns of the day that an interval belongs to in the zone of the chart. */
function addressOfDay(at: string, zone: string): string {
  const day = dayOf(new Date(at), zone);
  return `/campaigns?from=${day}&to=${day}`;
}

interface AskedStatistics {
  readonly answer: Answer<OverviewStatisticsQuery>;
  readonly span: Span;
  readonly zone: string;
}

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** What became of the messages of a span; asked again as time goes on. */
export function useStatistics(name: SpanName, isTest: boolean): AskedStatistics {
  const zone = useViewer()?.organisation?.timeZone ?? ZONE;
  const mayRead = useMay('SMS_READ');
  const quarter = useQuarter();
  const span = useMemo(() => spanOf(name, quarter * QUARTER_MS, zone), [name, quarter, zone]);
  const variables = { from: span.from, to: span.to, bucket: span.bucket, test: isTest };
  return { answer: useAnswer(OverviewStatistics, variables, { pause: !mayRead }), span, zone };
}

/** Quarters of an hour, because in some zones hours begin at one. */
function useQuarter(): number {
  const [quarter, setQuarter] = useState(() => Math.floor(Date.now() / QUARTER_MS));
  useEffect(() => {
    const timer = setInterval(() => setQuarter(Math.floor(Date.now() / QUARTER_MS)), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return quarter;
}

type Statistics = OverviewStatisticsQuery['statistics'];
type Outcome = Statistics['outcomes'][number];

/** The numbers of the span, largest first in what they mean. */
function Figures({ statistics: { counts, medianSecondsToDeliver: median } }: { readonly statistics: Statistics }) {
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

function Why({ outcomes, total, isTest, since }: WhyProps) {
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
