import type { WebhookDeliveryStatus } from '../../generated/documents.js';
import { detail } from './detail-texts.js';

const LOOK: Readonly<Record<WebhookDeliveryStatus, readonly [sign: string, look: string]>> = {
  WAITING: ['○', 'under-way'],
  DELIVERED: ['●', 'arrived'],
  DEAD: ['✕', 'not-arrived'],
};

export function DeliveryStatus({ status }: { readonly status: WebhookDeliveryStatus }) {
  const [sign, look] = LOOK[status];
  return (
    <span className={`status ${look}`}>
      <span aria-hidden="true">{sign}</span> {detail.deliveries.statuses[status]}
    </span>
  );
}
