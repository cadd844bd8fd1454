import { useSyncExternalStore } from 'react';
import { text } from '../texts/text.js';

/** Says once a page that the browser has no network. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <p className="offline" role="status">
      {isOnline ? '' : text.frame.offline}
    </p>
  );
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
