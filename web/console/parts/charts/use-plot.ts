import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { theme } from '../../state/preferences.js';
import { useStore } from '../../state/store.js';
import { loadAtLast } from '../load.js';
import type { PARTS } from '../states/counts.js';
import { type ChartPoint, stack } from './chart-data.js';
import type { ChartKind, Plot } from './chart-plot.js';

export interface PlottedChart {
  readonly kind: ChartKind;
  readonly points: readonly ChartPoint[];
  readonly parts: typeof PARTS;
  readonly stepSeconds: number;
  readonly zone: string;
  readonly onChoose: (index: number) => void;
}

interface PlotState {
  readonly figure: RefObject<HTMLElement | null>;
  readonly target: RefObject<HTMLDivElement | null>;
  /** The interval under the pointer, or that the keys have moved to. */
  readonly cursor: number | null;
  readonly moveCursor: (index: number | null) => void;
  readonly isZoomed: boolean;
  readonly showAll: () => void;
}

/** Draws a chart into its figure, and again when the data, the width or the colours change. */
export function usePlot(chart: PlottedChart): PlotState {
  const { kind, points, parts, stepSeconds, zone } = chart;
  const figure = useRef<HTMLElement>(null);
  const target = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<{ readonly plot: Plot; readonly of: string }>();
  const [cursor, setCursor] = useState<number | null>(null);
  const [isZoomed, setZoomed] = useState(false);
  const look = useLook();
  const choose = useEffectEvent(chart.onChoose);
  const partKeys = parts.map(({ key }) => key).join();
  const drawing = [kind, stepSeconds, zone, partKeys, look].join(' ');
  // Until the effect has drawn anew, the last drawing has other series: the library throws when it is given these data.
  const plot = drawn?.of === drawing ? drawn.plot : undefined;

  useEffect(() => {
    const [around, place] = [figure.current, target.current];
    if (!around || !place || !partKeys || !look) return;
    let isGone = false;
    let made: Plot | undefined;
    const resize = new ResizeObserver(() => made?.setWidth(place.clientWidth));
    void loadAtLast(() => import('./chart-plot.js')).then(({ drawPlot }) => {
      if (isGone) return;
      made = drawPlot(place, {
        ...{ kind, stepSeconds, zone, width: place.clientWidth },
        ...colorsOf(around, partKeys.split(',')),
        onPoint: setCursor,
        onChoose: (index) => choose(index),
        onZoom: setZoomed,
      });
      setDrawn({ plot: made, of: drawing });
      resize.observe(place);
    });
    return () => {
      isGone = true;
      resize.disconnect();
      made?.destroy();
      setZoomed(false);
    };
  }, [kind, stepSeconds, zone, partKeys, look, drawing]);

  useEffect(() => {
    plot?.setData(
      points.map(({ at }) => Date.parse(at) / 1_000),
      stack(points, partKeys.split(',') as (typeof parts)[number]['key'][]),
    );
  }, [plot, points, partKeys]);

  return {
    figure,
    target,
    cursor,
    moveCursor(index) {
      setCursor(index);
      plot?.moveCursor(index);
    },
    isZoomed,
    showAll: () => plot?.showAll(),
  };
}

function useLook(): string {
  const chosen = useStore(theme);
  const isDark = useSyncExternalStore(watchDarkScreen, () => DARK_SCREEN.matches);
  return chosen === 'system' ? `system ${isDark}` : chosen;
}

const DARK_SCREEN = matchMedia('(prefers-color-scheme: dark)');

function watchDarkScreen(onChange: () => void): () => void {
  DARK_SCREEN.addEventListener('change', onChange);
  return () => DARK_SCREEN.removeEventListener('change', onChange);
}

/** A canvas knows no custom properties, so the colours are read from elements that have them. */
function colorsOf(figure: HTMLElement, keys: readonly string[]) {
  const styleOf = (selector: string) => getComputedStyle(figure.querySelector(selector) ?? figure);
  return {
    fills: keys.map((key) => {
      const selector = `[data-part="${key}"]`;
      return {
        color: styleOf(selector).color,
        isHatched: figure.querySelector(selector)?.classList.contains('hatched') ?? false,
      };
    }),
    ink: styleOf('.chart-plot').color,
    surface: styleOf('.chart-plot').backgroundColor,
    line: styleOf('details').borderBlockStartColor,
  };
}
