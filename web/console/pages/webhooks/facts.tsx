import type { ReactNode } from 'react';
import { EventTypeCode } from '../../parts/event-type.js';
import { Moment } from '../../parts/moment.js';
import { formatNumber } from '../../texts/format.js';
import { detail } from './detail-texts.js';
import { words } from './texts.js';
import type { WebhookDetail } from './webhook-page.js';

/** Where the endpoint stands, as numbers. */
export function Facts({ webhook: { url, types, behind, recent, nextAttemptAt } }: { readonly webhook: WebhookDetail }) {
  const { facts } = detail;
  return (
    <dl className="facts card">
      <Fact name={facts.behind}>{behind === 0 ? words.upToDate : words.events(behind)}</Fact>
      <Fact name={facts.next}>{nextAttemptAt && behind > 0 ? <Moment at={nextAttemptAt} /> : '–'}</Fact>
      <Fact name={facts.delivered}>{formatNumber(recent.delivered)}</Fact>
      <Fact name={facts.failed}>{formatNumber(recent.failed)}</Fact>
      <Fact name={facts.p95}>{recent.p95Ms === null ? '–' : detail.ms(recent.p95Ms)}</Fact>
      <Fact name={facts.address} isWide>
        <code>{url}</code>
      </Fact>
      <Fact name={facts.types} isWide>
        {types === null ? words.allTypes : <TypeList types={types} />}
      </Fact>
    </dl>
  );
}

function Fact({
  name,
  isWide,
  children,
}: {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={isWide ? 'wide' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TypeList({ types }: { readonly types: NonNullable<WebhookDetail['types']> }) {
  return (
    <span className="type-list">
      {types.map((type) => (
        <EventTypeCode key={type} type={type} />
      ))}
    </span>
  );
}
