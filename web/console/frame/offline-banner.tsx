import { offlineSince } from '../state/connection.js';
import { useStore } from '../state/store.js';
import { text } from '../texts/text.js';

/** Says once a page that the server cannot be reached. */
export function OfflineBanner() {
  const isOnline = useStore(offlineSince) === null;
  return (
    <p className="offline-banner" role="status">
      {isOnline ? '' : text.frame.offline}
    </p>
  );
}
