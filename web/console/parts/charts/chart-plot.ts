import uPlot from 'uplot';
import { formatNumber } from '../../texts/format.js';
import { axisTimes } from './chart-data.js';

export type ChartKind = 'area' | 'bars';

interface PlotOptions {
  readonly kind: ChartKind;
  readonly width: number;
  readonly stepSeconds: number;
  readonly zone: string;
  /** From the bottom to the top of the stack. */
  readonly fills: readonly Fill[];
  readonly ink: string;
  readonly line: string;
  readonly surface: string;
  /** The interval under the pointer; null if it has left. */
  readonly onPoint: (index: number | null) => void;
  readonly onChoose: (index: number) => void;
  readonly onZoom: (isZoomed: boolean) => void;
}

export interface Fill {
  readonly color: string;
  readonly isHatched: boolean;
}

/** A drawing of the library, with what the component does to it. */
export interface Plot {
  /** Starts of the intervals in seconds, and the upper edges of the stack from the bottom to the top. */
  setData(starts: readonly number[], edges: readonly (readonly number[])[]): void;
  setWidth(width: number): void;
  moveCursor(index: number | null): void;
  showAll(): void;
  destroy(): void;
}

const HEIGHT = 220;
const LABEL_SPACE = 72;
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

export function drawPlot(target: HTMLElement, options: PlotOptions): Plot {
  const { kind, stepSeconds, fills } = options;
  // Bars stand in the middle of their interval; an area changes at its start.
  const shift = kind === 'bars' ? stepSeconds / 2 : 0;
  let isZoomed = false;
  const setZoomed = (isIt: boolean) => {
    isZoomed = isIt;
    options.onZoom(isIt);
  };
  const indexAt = (plot: uPlot, left: number) => {
    const index = plot.posToIdx(left);
    const isLater = (plot.data[0][index] ?? 0) > plot.posToVal(left, 'x');
    return kind === 'area' && isLater ? Math.max(0, index - 1) : index;
  };

  const plot = new uPlot(
    {
      width: options.width,
      height: HEIGHT,
      legend: { show: false },
      // At the end there is room for half of the last label.
      padding: [8, 28, 0, 0],
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), options.zone),
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: kind === 'area', y: false, dist: 5 },
      },
      scales: {
        x: { range: (_, min, max) => [min - shift, max + shift] },
        y: { range: (_, __, max) => [0, Math.max(1, max) * 1.05] },
      },
      axes: axesOf(options, shift),
      // The highest part is drawn first, and the lower ones over it.
      series: [{}, ...[...fills].reverse().map((fill) => seriesOf(fill, options))],
      hooks: {
        setCursor: [
          (self) => {
            const { left = -1 } = self.cursor;
            options.onPoint(left < 0 || self.data[0].length === 0 ? null : indexAt(self, left));
          },
        ],
        setSelect: [
          ({ select }) => {
            if (select.width > 0) setZoomed(true);
          },
        ],
      },
    },
    [[]],
    target,
  );
  plot.over.addEventListener('click', ({ offsetX }) => {
    if (plot.data[0].length > 0) options.onChoose(indexAt(plot, offsetX));
  });
  const showAll = () => {
    setZoomed(false);
    plot.setData(plot.data, true);
  };
  plot.over.addEventListener('dblclick', showAll);

  return {
    setData(starts, edges) {
      const data = [starts.map((start) => start + shift), ...[...edges].reverse()].map((values) => [...values]);
      plot.setData(data as uPlot.AlignedData, !isZoomed);
      if (isZoomed) plot.redraw();
    },
    setWidth: (width) => plot.setSize({ width, height: HEIGHT }),
    moveCursor(index) {
      const start = index === null ? undefined : plot.data[0][index];
      if (start === undefined) return plot.setCursor({ left: -10, top: -10 }, false);
      const middle = kind === 'area' ? start + stepSeconds / 2 : start;
      plot.setCursor({ left: plot.valToPos(middle, 'x'), top: 0 }, false);
    },
    showAll,
    destroy: () => plot.destroy(),
  };
}

function axesOf({ kind, ink, line, zone, stepSeconds }: PlotOptions, shift: number): uPlot.Axis[] {
  const common = { stroke: ink, font: '12px system-ui, sans-serif' };
  const fine = { stroke: line, width: 1 };
  return [
    {
      ...common,
      grid: { show: false },
      ticks: { ...fine, size: 4 },
      space: LABEL_SPACE,
      size: 30,
      values: (_, splits, __, ___, step: number) =>
        axisTimes(
          splits.map((moment) => moment - shift),
          kind === 'bars' ? stepSeconds : step,
          zone,
        ),
      ...(kind === 'bars' && { splits: splitsAtBars }),
    },
    {
      ...common,
      grid: fine,
      ticks: { show: false },
      incrs: WHOLE_STEPS,
      space: 36,
      values: (_, splits) => splits.map(formatNumber),
      // At the start half of the first label of the other axis needs room.
      size: (_, values) => Math.max(32, 16 + 7 * Math.max(1, ...(values ?? []).map(({ length }) => length))),
    },
  ];
}

/** As many bars get a label as there is room for. */
function splitsAtBars({ data: [middles], width }: uPlot): number[] {
  const every = Math.max(1, Math.ceil((middles.length * LABEL_SPACE) / width));
  return [...middles].filter((_, index) => (middles.length - 1 - index) % every === 0);
}

function seriesOf({ color, isHatched }: Fill, { kind, surface }: PlotOptions): uPlot.Series {
  const paths = kind === 'bars' ? uPlot.paths.bars?.({ size: [0.84, 64] }) : uPlot.paths.stepped?.({ align: 1 });
  return {
    ...(paths && { paths }),
    points: { show: false },
    stroke: kind === 'bars' ? surface : color,
    width: 1,
    fill: isHatched ? ({ ctx }) => hatch(ctx, color, surface) : color,
  };
}

/** The hatching of the bars in lists, as a pattern. */
function hatch(context: CanvasRenderingContext2D, color: string, surface: string): CanvasPattern | string {
  const size = Math.round(6 * uPlot.pxRatio);
  const tile = new OffscreenCanvas(size, size);
  const pen = tile.getContext('2d');
  if (!pen) return color;
  pen.fillStyle = surface;
  pen.fillRect(0, 0, size, size);
  pen.globalAlpha = 0.4;
  pen.fillStyle = color;
  pen.fillRect(0, 0, size, size);
  pen.globalAlpha = 1;
  pen.strokeStyle = color;
  pen.lineWidth = size / 3;
  for (const offset of [-size, 0, size]) {
    pen.moveTo(offset - 1, size + 1);
    pen.lineTo(offset + size + 1, -1);
  }
  pen.stroke();
  return context.createPattern(tile, 'repeat') ?? color;
}
