import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Failure, isUnreached } from '../api/failure.js';
import type { Answer } from '../api/use-answer.js';
import { offlineSince } from '../state/connection.js';
import { useStore } from '../state/store.js';
import { formatClock } from '../texts/format.js';
import { text } from '../texts/text.js';
import { Button } from './forms/buttons.js';
import { type Listed, ListNews, newsOf } from './news.js';
import { useSecondsUntil } from './use-seconds.js';

interface PanelProps<Data> {
  readonly answer: Answer<Data>;
  /** Space that the content will take, so that nothing moves when it comes. */
  readonly height?: string;
  /** Content like that which comes, if no height fits every width. It is not seen. */
  readonly shape?: ReactNode;
  /** The list that the panel shows, if the address filters it. */
  readonly listOf?: (data: Data) => Listed | null | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** Shows an answer in each of its states: loading, failed, throttled, stale, there. Other panels of a page go on. */
export function Panel<Data>({ answer, height = '12rem', shape, listOf, children }: PanelProps<Data>) {
  const { data, failure, isLoading, at, reload } = answer;
  const isOffline = useStore(offlineSince) !== null;
  // The frame says so, once for all panels.
  const isSaid = isOffline && isUnreached(failure);
  if (data === undefined) {
    return failure && !isSaid ? (
      <FailureNote failure={failure} onRetry={reload} />
    ) : (
      <Skeleton height={height} shape={shape} />
    );
  }
  const list = listOf?.(data);
  return (
    <div className={failure ? 'panel stale' : 'panel'} aria-busy={isLoading}>
      {failure && !isSaid && <FailureNote failure={failure} onRetry={reload} at={at} />}
      {isSaid && at && <p className="quiet">{text.failures.notUpdated(formatClock(at))}</p>}
      {list && <ListNews answer={answer} news={newsOf(list)} />}
      {children(data)}
    </div>
  );
}

const SHOW_AFTER_MS = 200;

/** Nothing at first: most answers come sooner than an eye would see a skeleton. */
export function Skeleton({ height, shape }: Pick<PanelProps<unknown>, 'height' | 'shape'>) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      className={isShown ? 'skeleton shown' : 'skeleton'}
      style={{ minHeight: shape ? undefined : height }}
      aria-hidden="true"
    >
      {shape}
    </div>
  );
}

interface FailureNoteProps {
  readonly failure: Failure;
  readonly onRetry?: () => void;
  /** When the data came that is shown in spite of the failure. */
  readonly at?: Date | undefined;
}

const GONE = new Set(['NOT_FOUND', 'MESSAGE_NOT_FOUND', 'CAMPAIGN_NOT_FOUND']);

export function FailureNote({ failure, onRetry, at }: FailureNoteProps) {
  const { code, message, retryAfterSeconds, requestId } = failure;
  if (retryAfterSeconds !== null && onRetry) return <Throttled seconds={retryAfterSeconds} onOver={onRetry} />;
  const title =
    code === 'FORBIDDEN' ? text.failures.forbidden : GONE.has(code) ? text.failures.gone : text.failures.title;
  return (
    <div className="note failed" role="alert">
      <p>
        <strong>{title}</strong>
      </p>
      <p>{message}</p>
      {at && <p>{text.failures.notUpdated(formatClock(at))}</p>}
      {requestId && <p className="quiet">{text.failures.request(requestId)}</p>}
      {onRetry && <Button onClick={onRetry}>{text.failures.retry}</Button>}
    </div>
  );
}

/** Counts down and goes on by itself. */
function Throttled({ seconds, onOver }: { readonly seconds: number; readonly onOver: () => void }) {
  const over = useMemo(() => new Date(Date.now() + Math.max(1, seconds) * 1_000).toISOString(), [seconds]);
  const left = useSecondsUntil(over, onOver);
  return (
    <div className="note throttled" role="status">
      <p>{text.failures.throttled(left)}</p>
    </div>
  );
}
