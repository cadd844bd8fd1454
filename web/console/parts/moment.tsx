import { useEffect, useState } from 'react';
import { formatTime } from '../texts/format.js';
import { text } from '../texts/text.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A time: relative within an hour, otherwise local; UTC in the title. */
export function Moment({ at, isRelative = true }: { readonly at: string; readonly isRelative?: boolean }) {
  const now = useNow();
  const time = new Date(at);
  const ago = now - time.getTime();
  const words = isRelative && Math.abs(ago) < HOUR_MS ? relative(ago) : formatTime(time, new Date(now));
  return (
    <time dateTime={at} title={time.toISOString()}>
      {words}
    </time>
  );
}

function relative(ago: number): string {
  const minutes = Math.round(Math.abs(ago) / MINUTE_MS);
  if (minutes === 0) return text.time.justNow;
  return ago > 0 ? text.time.minutesAgo(minutes) : text.time.inMinutes(minutes);
}

/** The time now, which moves on often enough for what `Moment` says. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}
