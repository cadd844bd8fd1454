import { useSyncExternalStore } from 'react';
import { createStore } from '../state/store.js';
import { formatTime } from '../texts/format.js';
import { text } from '../texts/text.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** One timer for all: a table has a thousand moments. Those whose words have changed are drawn again. */
const ticks = createStore(0);
setInterval(() => ticks.set(ticks.get() + 1), MINUTE_MS / 2);

interface MomentProps {
  readonly at: string;
  readonly isRelative?: boolean;
  /** What has just happened may lie ahead of a clock that is slow, so that only the caller knows. */
  readonly isAhead?: boolean;
}

/** A time: relative within an hour, otherwise local; UTC in the title. */
export function Moment({ at, isRelative = true, isAhead = false }: MomentProps) {
  const words = useSyncExternalStore(ticks.subscribe, () => wordsOf(at, isRelative, isAhead));
  return (
    <time dateTime={at} title={new Date(at).toISOString()}>
      {words}
    </time>
  );
}

function wordsOf(at: string, isRelative: boolean, isAhead: boolean): string {
  const ago = Date.now() - Date.parse(at);
  return isRelative && Math.abs(ago) < HOUR_MS ? relative(ago, isAhead) : formatTime(new Date(at));
}

function relative(ago: number, isAhead: boolean): string {
  const minutes = Math.round(Math.abs(ago) / MINUTE_MS);
  if (minutes === 0) return isAhead ? text.time.inMoment : text.time.justNow;
  return ago > 0 ? text.time.minutesAgo(minutes) : text.time.inMinutes(minutes);
}
