import type { ReactNode } from 'react';
import { formatClock, formatDuration, formatTime } from '../../texts/format.js';
import { words } from './texts.js';

interface Change {
  readonly at: string;
  readonly revision: number;
  readonly corrected: boolean;
}

interface HistoryProps<Entry> {
  readonly entries: readonly Entry[];
  /** When the message was accepted. */
  readonly start: string;
  readonly children: (entry: Entry) => ReactNode;
}

/** Each status that the message has had, with the time since it was accepted. */
export function History<Entry extends Change>({ entries, start, children }: HistoryProps<Entry>) {
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">{words.history}</h2>
      <ol className="history">
        {entries.map((entry, index) => (
          <li key={entry.revision}>
            <span>
              {children(entry)} {entry.corrected && <span className="quiet">({words.corrected})</span>}
            </span>
            <span className="quiet">
              <Exactly at={entry.at} />
              {index > 0 && ` · +${span(start, entry.at)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Exactly({ at }: { readonly at: string }) {
  const time = new Date(at);
  return (
    <time dateTime={at} title={time.toISOString()}>
      {exactTime(time)}
    </time>
  );
}

/** To the second, if it is of today. */
export function exactTime(time: Date): string {
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? formatClock(time) : formatTime(time);
}

const SECOND_MS = 1_000;

export function span(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from));
  return ms < SECOND_MS ? words.attempt.ms(ms) : formatDuration(ms / SECOND_MS);
}
