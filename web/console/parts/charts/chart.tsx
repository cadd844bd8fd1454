import './chart.css';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { formatNumber, ZONE } from '../../texts/format.js';
import { text } from '../../texts/text.js';
import { Button } from '../forms/buttons.js';
import { Table } from '../lists/table.js';
import { type Counts, PARTS } from '../states/counts.js';
import { type ChartPoint, fillGaps, intervalName, sumOf } from './chart-data.js';
import { type PlottedChart, usePlot } from './use-plot.js';

interface ChartProps {
  /** What is counted, for its table. */
  readonly title: string;
  readonly sentence: string;
  readonly kind: PlottedChart['kind'];
  /** Oldest first; at most the last 1,000 are drawn. An area is at zero where intervals are missing. */
  readonly points: readonly ChartPoint[];
  readonly stepSeconds: number;
  /** Which numbers of the points are stacked; default: all. Those that are zero everywhere are left out. */
  readonly keys?: readonly (keyof Counts)[];
  readonly zone?: string;
  readonly addressOf?: (point: ChartPoint) => string;
}

/** A stacked chart over time, which can be read with the eyes, with the arrow keys, and as a table. */
export function Chart({ title, sentence, points, stepSeconds, zone = ZONE, addressOf, ...props }: ChartProps) {
  const { kind, keys: wanted } = props;
  const [, navigate] = useLocation();
  const shown = useMemo(
    () => (kind === 'area' ? fillGaps(points, stepSeconds) : points.slice(-1_000)),
    [kind, points, stepSeconds],
  );
  const parts = PARTS.filter(({ key }) => (wanted?.includes(key) ?? true) && sumOf(shown, key) > 0);
  const choose = (index: number) => {
    const point = shown[index];
    if (point && addressOf) navigate(addressOf(point));
  };
  const { figure, target, cursor, moveCursor, isZoomed, showAll } = usePlot({
    kind,
    points: shown,
    parts,
    stepSeconds,
    zone,
    onChoose: choose,
  });
  const nameOf = ({ at }: ChartPoint) => intervalName(at, stepSeconds, zone);
  const current = cursor === null ? undefined : shown[cursor];
  return (
    <figure ref={figure} className={addressOf ? 'chart linked' : 'chart'}>
      <figcaption>{sentence}</figcaption>
      <Legend name={current ? nameOf(current) : text.chart.whole} parts={parts} points={shown} current={current} />
      <div className="chart-plot">
        <div role="img" aria-label={title} ref={target} />
        <KeyboardCursor
          points={shown}
          index={cursor}
          onMove={moveCursor}
          onChoose={choose}
          nameOf={nameOf}
          valuesOf={(point) => parts.map(({ key }) => `${wordOf(key)} ${formatNumber(point.counts[key])}`).join(', ')}
        />
      </div>
      {isZoomed && <Button onClick={showAll}>{text.chart.showAll}</Button>}
      <AsTable>
        <Table
          caption={title}
          columns={[
            {
              name: text.chart.when,
              isHeader: true,
              cell: (point) =>
                addressOf ? <Link href={addressOf(point)}>{nameOf(point)}</Link> : <span>{nameOf(point)}</span>,
            },
            ...parts.map(({ key }) => ({
              name: wordOf(key),
              isNumber: true,
              cell: ({ counts }: ChartPoint) => formatNumber(counts[key]),
            })),
          ]}
          rows={points}
          keyOf={({ at }) => at}
        />
      </AsTable>
    </figure>
  );
}

const wordOf = (key: keyof Counts) => text.status[key.toUpperCase() as Uppercase<keyof Counts>];

interface LegendProps {
  readonly name: string;
  readonly parts: typeof PARTS;
  readonly points: readonly ChartPoint[];
  readonly current: ChartPoint | undefined;
}

/** The numbers under the cursor, or of all. The swatches are also where the drawing reads its colours. */
function Legend({ name, parts, points, current }: LegendProps) {
  return (
    <ul className="chart-legend">
      <li>{name}</li>
      {parts.map(({ key, group, isHatched }) => {
        const sum = formatNumber(sumOf(points, key));
        return (
          <li key={key}>
            <span className={`swatch ${group}${isHatched ? ' hatched' : ''}`} data-part={key} /> {wordOf(key)}{' '}
            {/* As wide as the sum, so that nothing moves with the cursor. */}
            <span className="amount" style={{ minWidth: `${sum.length}ch` }}>
              {current ? formatNumber(current.counts[key]) : sum}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Keys that are held down move fast, so the values are said once they rest. */
const SAY_AFTER_MS = 300;

interface KeyboardCursorProps {
  readonly points: readonly ChartPoint[];
  readonly index: number | null;
  readonly onMove: (index: number | null) => void;
  readonly onChoose: (index: number) => void;
  readonly nameOf: (point: ChartPoint) => string;
  readonly valuesOf: (point: ChartPoint) => string;
}

/** A slider over the chart: browsers and screen readers know its keys. */
function KeyboardCursor({ points, index, onMove, onChoose, nameOf, valuesOf }: KeyboardCursorProps) {
  const [isFocused, setFocused] = useState(false);
  const [said, setSaid] = useState('');
  const last = points.length - 1;
  const shown = Math.min(index ?? last, last);
  const point = points[shown];
  const values = point && isFocused ? valuesOf(point) : '';
  useEffect(() => {
    const timer = setTimeout(() => setSaid(values), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [values]);
  if (!point) return null;
  return (
    <>
      <input
        type="range"
        className="chart-cursor"
        aria-label={text.chart.cursor}
        aria-valuetext={nameOf(point)}
        min={0}
        max={last}
        value={shown}
        onFocus={() => {
          setFocused(true);
          onMove(shown);
        }}
        onBlur={() => {
          setFocused(false);
          onMove(null);
        }}
        onChange={({ target }) => onMove(Number(target.value))}
        onKeyDown={({ key }) => key === 'Enter' && onChoose(shown)}
      />
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}

/** A table of a thousand rows costs, so it is there when somebody opens or prints it. */
function AsTable({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = () => setOpen(true);
    addEventListener('beforeprint', open);
    return () => removeEventListener('beforeprint', open);
  }, []);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.chart.table}</summary>
      {isOpen && children}
    </details>
  );
}
