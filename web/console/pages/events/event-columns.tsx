import { Link } from 'wouter';
import type { EventLogEndsQuery, EventRowFragment } from '../../generated/documents.js';
import type { Column } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Sandbox } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { eventWords, subjectOf, wireType } from '../../texts/event-types.js';
import { words } from './texts.js';

type Codes = EventLogEndsQuery['deliveryCodes'];

export function columnsWith(codes: Codes): readonly Column<EventRowFragment>[] {
  const byNumber = new Map(codes.map((code) => [code.code, code]));
  const { columns } = words;
  return [
    { name: columns.event, isHeader: true, cell: (event) => <What event={event} /> },
    { name: columns.subject, cell: (event) => <Subject event={event} /> },
    {
      name: columns.code,
      cell: ({ deliveryCode }) => {
        if (deliveryCode === null) return null;
        const { name, meaning } = byNumber.get(deliveryCode) ?? {};
        return (
          <span title={meaning}>
            {deliveryCode} {name}
          </span>
        );
      },
    },
    { name: columns.when, cell: ({ occurredAt }) => <Moment at={occurredAt} /> },
    // Written as programs do, which give it as `after`.
    { name: columns.number, isNumber: true, cell: ({ sequence }) => String(sequence) },
  ];
}

/** What happened, with a link to what it happened to. */
function What({ event }: { readonly event: EventRowFragment }) {
  const { type, corrected, test } = event;
  const address = addressOf(event);
  return (
    <span className="event-what">
      <span>
        {address ? <Link href={address}>{eventWords[type]}</Link> : eventWords[type]} {test && <Sandbox />}
      </span>
      <span className="quiet">
        <code>{wireType(type)}</code> {corrected && words.corrected}
      </span>
    </span>
  );
}

function addressOf({ type, messageId, campaignId, sessionId, webhookId }: EventRowFragment): string | null {
  if (type.startsWith('CAMPAIGN_')) return campaignId && `/campaigns/${campaignId}`;
  if (messageId) return `/messages/${messageId}`;
  if (webhookId) return `/webhooks/${webhookId}`;
  return type.startsWith('SESSION_') && sessionId ? `/phones/${sessionId}` : null;
}

function Subject({ event }: { readonly event: EventRowFragment }) {
  const { type, campaignId, gateway, reference } = event;
  return (
    <span>
      {subjectOf(type)}{' '}
      {campaignId && !type.startsWith('CAMPAIGN_') && (
        <Link className="quiet" href={`/campaigns/${campaignId}`}>
          {words.ofCampaign}
        </Link>
      )}{' '}
      {gateway && <span className="quiet">{gateway}</span>}
      {reference && (
        <span className="quiet">
          <Typed>{reference}</Typed>
        </span>
      )}
    </span>
  );
}
