import type { ComponentProps, ReactNode } from 'react';
import { Facts } from '../../parts/facts.js';
import { useSeconds } from '../../parts/use-seconds.js';
import { formatClock, formatDuration, formatTime } from '../../texts/format.js';
import { words } from './texts.js';

interface Change {
  readonly at: string;
  readonly revision: number;
  readonly corrected: boolean;
}

interface HistoryProps<Entry> {
  readonly entries: readonly Entry[];
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
function exactTime(time: Date): string {
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? formatClock(time) : formatTime(time);
}

const SECOND_MS = 1_000;

export function span(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from));
  return ms < SECOND_MS ? words.attempt.ms(ms) : formatDuration(ms / SECOND_MS);
}

export function MessageFacts({ facts }: Pick<ComponentProps<typeof Facts>, 'facts'>) {
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">{words.facts}</h2>
      <Facts look="message-facts" facts={facts} />
    </section>
  );
}

export function MessageText({ children }: { readonly children: string | null }) {
  return (
    <section className="card" aria-labelledby="text">
      <h2 id="text">{words.text}</h2>
      {children === null ? (
        <p className="quiet">{words.textRemoved}</p>
      ) : (
        <p className="message-text" dir="auto">
          {children}
        </p>
      )}
    </section>
  );
}

interface ExplanationProps {
  readonly cause: string;
  readonly rule: string;
  readonly next: string;
  /** The latest time of the next step. */
  readonly nextAt?: string | null;
}

/** Why the message is as it is: what support reads out first. */
export function Explanation({ cause, rule, next, nextAt = null }: ExplanationProps) {
  return (
    <dl className="card explanation">
      <div>
        <dt>{words.why}</dt>
        <dd className="cause">{cause}</dd>
      </div>
      <div>
        <dt>{words.rule}</dt>
        <dd>{rule}</dd>
      </div>
      <div>
        <dt>{words.next}</dt>
        <dd>
          {next} {nextAt && <Countdown at={nextAt} />}
        </dd>
      </div>
    </dl>
  );
}

function Countdown({ at }: { readonly at: string }) {
  const now = useSeconds();
  const time = new Date(at);
  const left = (time.getTime() - now) / 1_000;
  return (
    <time dateTime={at} title={time.toISOString()} className="countdown">
      {left < 1 ? words.nextNow : `${words.nextIn(formatDuration(left))} (${exactTime(time)})`}
    </time>
  );
}
