import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useOutages } from '../parts/states/use-outages.js';
import { offlineSince } from '../state/connection.js';
import { useStore } from '../state/store.js';
import { formatTime } from '../texts/format.js';
import { text } from '../texts/text.js';

/** By then the page has asked for what it shows, and stands. */
const AFTER_THE_PAGE_MS = 3_000;

/** Says which gateways take no messages, if some wait for them. Every page but the Overview has it. */
export function OutageBanner() {
  const [pageStands, setPageStands] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPageStands(true), AFTER_THE_PAGE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="outage-banner" role="status">
      {useOutages(pageStands).map(({ name, since, waiting }) => (
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
