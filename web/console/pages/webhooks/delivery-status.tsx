import type { WebhookDeliveryStatus } from '../../generated/documents.js';
import { Moment } from '../../parts/moment.js';
import { type Look, Status } from '../../parts/states/status.js';
import { detail } from './detail-texts.js';

const LOOKS: Readonly<Record<WebhookDeliveryStatus, Look>> = {
  WAITING: ['○', 'under-way'],
  DELIVERED: ['●', 'arrived'],
  DEAD: ['✕', 'not-arrived'],
};

export function DeliveryStatus({ status }: { readonly status: WebhookDeliveryStatus }) {
  return <Status look={LOOKS[status]}>{detail.deliveries.statuses[status]}</Status>;
}

/** When a delivery is tried again. One that is due waits for its turn, or for the endpoint to accept anything. */
export function NextTry({ at }: { readonly at: string }) {
  return new Date(at).getTime() > Date.now() ? <Moment at={at} isAhead /> : detail.deliveries.due;
}
