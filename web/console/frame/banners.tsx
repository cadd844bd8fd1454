import { Link } from 'wouter';
import type { Outage } from '../parts/states/use-notices.js';
import { offlineSince } from '../state/connection.js';
import { useStore } from '../state/store.js';
import { formatTime } from '../texts/format.js';
import { text } from '../texts/text.js';

/** Says which gateways take no messages, if some wait for them. Every page but the Overview has it. */
export function OutageBanner({ outages }: { readonly outages: readonly Outage[] }) {
  return (
    <div className="outage-banner" role="status">
      {outages.map(({ name, since, waiting }) => (
        <p key={name}>
          {text.frame.outage(name, since && formatTime(new Date(since)), waiting)}{' '}
          <Link href="/">{text.frame.outageMore}</Link>
        </p>
      ))}
    </div>
  );
}

/** Says once a page that the server cannot be reached. */
export function OfflineBanner() {
  const isOnline = useStore(offlineSince) === null;
  return (
    <p className="offline-banner" role="status">
      {isOnline ? '' : text.frame.offline}
    </p>
  );
}
