import type { GatewayCondition, SmsStatus } from '../../vocabulary.js';
import { CODE_OF, findDeliveryCode } from '../delivery-codes.js';
import { attemptsFor } from '../verdict.js';
import { type ExplainedMessage, explainMessage, NEW_MESSAGE, type SuppressionCause } from './explain-message.js';
import { type Explanation, explanationOf, NO_FACTS } from './sentences.js';

/** A gateway of the route of a number. */
export interface RoutedGateway {
  readonly name: string;
  readonly state: GatewayCondition;
  readonly nextTryAt: string | null;
  /** The person has opted out there, as far as the organisation may know. */
  readonly isOptedOut: boolean;
}

/** What is known of a number before a message is sent to it. */
export interface NumberFacts {
  /** What the checks of a send make of the number. */
  readonly checked: { readonly status: 'queued' | 'failed' | 'blocked'; readonly deliveryCode: number | null };
  readonly suppression: SuppressionCause | null;
  /** The operator has rejected the sender ID, which holds its messages. */
  readonly isSenderRejected: boolean;
  /** In the order of the route. */
  readonly route: readonly [RoutedGateway, ...RoutedGateway[]];
}

/** What would become of a message that is sent now, and why. */
export interface Forecast {
  /** The status that it would soon have. */
  readonly status: SmsStatus;
  /** The gateway that would get it; null if none would. */
  readonly gateway: string | null;
  readonly explanation: Explanation;
}

/** Judges in the order in which intake and workers do. */
export function forecast({ checked, suppression, isSenderRejected, route }: NumberFacts): Forecast {
  if (checked.status !== 'queued') return told({ ...checked, phase: 'done', suppression }, null);
  // Messages leave a gateway that is down for the next of their route.
  const gateway = route.find(({ state }) => state !== 'down') ?? route[0];
  const { name, state, nextTryAt, isOptedOut } = gateway;
  if (isSenderRejected) return told({ status: 'held', phase: 'paused', holdReason: 'sender_id_rejected' }, name);
  if (state === 'paused') return told({ status: 'held', phase: 'paused', holdReason: 'insufficient_credit' }, name);
  if (isOptedOut) return optedOut(name);
  if (state === 'down') return told({ outage: { gateway: name, nextTryAt } }, name);
  return {
    status: 'sent',
    gateway: name,
    explanation: explanationOf('nothing_against_it', { ...NO_FACTS, gateway: name }),
  };
}

function told(message: Partial<ExplainedMessage>, gateway: string | null): Forecast {
  const explained = { ...NEW_MESSAGE, ...message };
  return { status: explained.status, gateway, explanation: explainMessage(explained, null) };
}

function optedOut(gateway: string): Forecast {
  const code = CODE_OF.UserInBlacklist;
  const facts = { ...NO_FACTS, deliveryCode: findDeliveryCode(code) ?? null, attempts: attemptsFor(code) };
  const explanation = explanationOf('opted_out_at_gateway', { ...facts, gateway });
  return { status: 'blocked', gateway: null, explanation };
}
