import { Facts } from '../../parts/facts.js';
import { EventTypeCode } from '../../parts/states/event-type.js';
import { Breakable } from '../../parts/typed.js';
import { formatNumber } from '../../texts/format.js';
import { NextTry } from './delivery-status.js';
import { detail } from './detail-texts.js';
import { words } from './texts.js';
import type { WebhookDetail } from './webhook-state.js';

/** Where the endpoint stands, and what it gets. */
export function WebhookFacts({ webhook }: { readonly webhook: WebhookDetail }) {
  const { url, types, behind, recent, nextAttemptAt } = webhook;
  const { facts } = detail;
  return (
    <div className="card webhook-facts">
      <Facts
        facts={{
          [facts.behind]: behind === 0 ? words.upToDate : words.events(behind),
          [facts.next]: nextAttemptAt && behind > 0 ? <NextTry at={nextAttemptAt} /> : null,
          [facts.delivered]: formatNumber(recent.delivered),
          [facts.failed]: formatNumber(recent.failed),
          [facts.p95]: recent.p95Ms === null ? null : detail.ms(recent.p95Ms),
        }}
      />
      <Facts
        facts={{
          [facts.address]: (
            <code>
              <Breakable text={url} />
            </code>
          ),
          [facts.types]: types === null ? words.allTypes : <TypeList types={types} />,
        }}
      />
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
