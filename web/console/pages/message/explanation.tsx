import { useSeconds } from '../../parts/use-seconds.js';
import { formatDuration } from '../../texts/format.js';
import { exactTime } from './history.js';
import { words } from './texts.js';

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
