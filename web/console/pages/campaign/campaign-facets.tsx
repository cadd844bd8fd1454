import { Link, useLocation } from 'wouter';
import { type Counts, PARTS, totalOf } from '../../parts/states/counts.js';
import { StatusWord } from '../../parts/states/status.js';
import { useAddress } from '../../parts/use-address.js';
import { formatNumber } from '../../texts/format.js';
import { statusOf } from './recipient-filter.js';
import { words } from './texts.js';

/** The counts are links that filter the recipients. */
export function CampaignFacets({ counts }: { readonly counts: Counts }) {
  const { parameters } = useAddress();
  const [path] = useLocation();
  const chosen = parameters.get('status');
  return (
    <nav className="facets" aria-label={words.counts.title}>
      <Link href={path} className="facet" aria-current={chosen ? undefined : 'true'}>
        <span className="count">{formatNumber(totalOf(counts))}</span> {words.counts.all}
      </Link>
      {PARTS.map(({ key }) => (
        <Link
          key={key}
          href={`${path}?status=${key}`}
          className={counts[key] === 0 ? 'facet zero' : 'facet'}
          aria-current={chosen === key ? 'true' : undefined}
        >
          <span className="count">{formatNumber(counts[key])}</span> <StatusWord status={statusOf(key)} />
        </Link>
      ))}
    </nav>
  );
}
