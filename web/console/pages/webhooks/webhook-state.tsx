import type { WebhookRowFragment } from '../../generated/documents.js';
import { words } from './texts.js';

type State = keyof typeof words.states;

/** `failing` is an active endpoint whose last post was not accepted. */
export function stateOf({ status, disabledReason, failingSince }: WebhookRowFragment): State {
  if (status === 'DISABLED') return disabledReason === 'GONE' ? 'gone' : 'abandoned';
  if (status === 'PAUSED') return 'paused';
  return failingSince ? 'failing' : 'active';
}

export const needsSomebody = (webhook: WebhookRowFragment): boolean =>
  ['failing', 'gone', 'abandoned'].includes(stateOf(webhook));

const LOOK: Readonly<Record<State, readonly [sign: string, look: string]>> = {
  active: ['●', 'arrived'],
  failing: ['✕', 'not-arrived'],
  paused: ['‖', 'held'],
  gone: ['⊘', 'blocked'],
  abandoned: ['⊘', 'blocked'],
};

export function WebhookState({ webhook }: { readonly webhook: WebhookRowFragment }) {
  const state = stateOf(webhook);
  const [sign, look] = LOOK[state];
  return (
    <span className={`status ${look}`}>
      <span aria-hidden="true">{sign}</span> {words.states[state]}
    </span>
  );
}
