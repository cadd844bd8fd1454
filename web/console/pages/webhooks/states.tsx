import type { WebhookDeliveryStatus, WebhookPageQuery, WebhookRowFragment } from '../../generated/documents.js';
import { Moment } from '../../parts/moment.js';
import { type Look, Status } from '../../parts/states/status.js';
import { detail } from './detail-texts.js';
import { words } from './texts.js';

/** An endpoint with a page of its deliveries. */
export type WebhookDetail = NonNullable<WebhookPageQuery['webhookEndpoint']>;

type State = keyof typeof words.states;

/** `failing` is an active endpoint whose last post was not accepted. */
export function stateOf({ status, disabledReason, failingSince }: WebhookRowFragment): State {
  if (status === 'DISABLED') return disabledReason === 'GONE' ? 'gone' : 'abandoned';
  if (status === 'PAUSED') return 'paused';
  return failingSince ? 'failing' : 'active';
}

export const needsSomebody = (webhook: WebhookRowFragment): boolean =>
  ['failing', 'gone', 'abandoned'].includes(stateOf(webhook));

const LOOKS: Readonly<Record<State, Look>> = {
  active: ['●', 'arrived'],
  failing: ['✕', 'not-arrived'],
  paused: ['‖', 'held'],
  gone: ['⊘', 'blocked'],
  abandoned: ['⊘', 'blocked'],
};

export function WebhookState({ webhook }: { readonly webhook: WebhookRowFragment }) {
  const state = stateOf(webhook);
  return <Status look={LOOKS[state]}>{words.states[state]}</Status>;
}

const DELIVERY_LOOKS: Readonly<Record<WebhookDeliveryStatus, Look>> = {
  WAITING: ['○', 'under-way'],
  DELIVERED: ['●', 'arrived'],
  DEAD: ['✕', 'not-arrived'],
};

export function DeliveryStatus({ status }: { readonly status: WebhookDeliveryStatus }) {
  return <Status look={DELIVERY_LOOKS[status]}>{detail.deliveries.statuses[status]}</Status>;
}

/** When a delivery is tried again. One that is due waits for its turn, or for the endpoint to accept anything. */
export function NextTry({ at }: { readonly at: string }) {
  return new Date(at).getTime() > Date.now() ? <Moment at={at} isAhead /> : detail.deliveries.due;
}
