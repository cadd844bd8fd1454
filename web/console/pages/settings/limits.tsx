import type { SettingsQuery } from '../../generated/documents.js';
import { words } from './texts.js';

/** How much of each limit is used. */
export function Limits({ limits }: { readonly limits: SettingsQuery['rateLimits'] }) {
  return (
    <section className="card form" aria-labelledby="limits">
      <h2 id="limits">{words.limits}</h2>
      <p className="quiet">{words.limitsHow}</p>
      <ul className="gauges">
        {limits.map(({ bucket, limit, remaining }) => (
          <li key={bucket}>
            <span id={bucket}>{words.buckets[bucket]}</span>
            <span className="quiet">{words.used(limit - remaining, limit)}</span>
            <meter
              aria-labelledby={bucket}
              min={0}
              max={limit}
              high={limit * 0.8}
              optimum={0}
              value={limit - remaining}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
