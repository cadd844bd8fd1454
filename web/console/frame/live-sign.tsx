import { livePaused, liveState, pollers } from '../live/sign.js';
import { offlineSince } from '../state/connection.js';
import { useStore } from '../state/store.js';
import { formatClock } from '../texts/format.js';
import { text } from '../texts/text.js';

/** How the page learns of changes; pressing it stops them. Nothing to say while nothing on the page changes. */
export function LiveSign() {
  const state = useStore(liveState);
  const isPaused = useStore(livePaused);
  const isAsking = useStore(pollers) > 0;
  const offline = useStore(offlineSince);
  if (state === 'idle' && !isPaused && !isAsking && !offline) return null;
  const [look, word] = isPaused
    ? ['paused', text.live.paused]
    : offline
      ? ['offline', text.live.offline(formatClock(offline))]
      : state === 'idle'
        ? ['polling', text.live.asking]
        : [state, text.live[state]];
  return (
    <button
      type="button"
      className={`live-sign ${look}`}
      aria-pressed={isPaused}
      title={isPaused ? text.live.resume : text.live.pause}
      onClick={() => livePaused.set(!isPaused)}
    >
      <span aria-hidden="true" className="dot" />
      {word}
    </button>
  );
}
