import type { WebhookPageQuery, WebhookRowFragment } from '../../generated/documents.js';
import { type Look, Status } from '../../parts/states/status.js';
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
