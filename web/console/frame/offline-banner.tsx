import { offlineSince } from '../live/sign.js';
import { useStore } from '../state/store.js';
import { text } from '../texts/text.js';

/** Says once a page that the browser has no network. */
export function OfflineBanner() {
  const isOnline = useStore(offlineSince) === null;
  return (
    <p className="offline-banner" role="status">
      {isOnline ? '' : text.frame.offline}
    </p>
  );
}
