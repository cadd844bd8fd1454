import { livePaused, liveState, pollers } from '../live/sign.js';
import { useStore } from '../state/store.js';
import { formatClock } from '../texts/format.js';
import { text } from '../texts/text.js';

/** How the page learns of changes; pressing it stops them. Nothing to say while nothing on the page changes. */
export function LiveSign() {
  const { kind, since } = useStore(liveState);
  const isPaused = useStore(livePaused);
  const isAsking = useStore(pollers) > 0;
  if (kind === 'idle' && !isPaused && !isAsking) return null;
  const word = isPaused
    ? text.live.paused
    : kind === 'offline'
      ? text.live.offline(formatClock(since))
      : kind === 'idle'
        ? text.live.asking
        : text.live[kind];
  return (
    <button
      type="button"
      className={`live-sign ${isPaused ? 'paused' : kind === 'idle' ? 'polling' : kind}`}
      aria-pressed={isPaused}
      title={isPaused ? text.live.resume : text.live.pause}
      onClick={() => livePaused.set(!isPaused)}
    >
      <span aria-hidden="true" className="dot" />
      {word}
    </button>
  );
}
