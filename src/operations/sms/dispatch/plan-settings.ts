import type { DestinationRow } from '../../../db/sql/sms/find-destinations.js';
import type { ConfiguredGateway, GatewayCapabilities } from '../../../domain/sms/gateway.js';
import { nextGateway, type Routing } from '../../../domain/sms/routing.js';
import type { Services } from '../../context.js';
import { backOffSeconds, type PlanSettings, type Tries } from './plan-verdicts.js';

/** For messages that have not been put off before. */
export const FIRST_LOOK: Tries = { backOff: 0, doubt: 0 };

/** `messages`: those that may have to go to another gateway; all others stay with theirs. */
export function planSettingsFor(
  { policy, routing }: Services,
  { gateway, pace }: ConfiguredGateway,
  organisationId: string,
  tries: Tries,
  messages: readonly DestinationRow[] = [],
): PlanSettings {
  return {
    policy,
    gateway: gateway.name,
    otherGateway: otherGateways(routing, organisationId, gateway.name, messages),
    retryDelaySeconds: pace.retryDelaySeconds,
    inDoubtSeconds: inDoubtSeconds(gateway.capabilities, policy.inDoubtWaitSeconds, tries.doubt),
    tries,
  };
}

/** The next gateway of each message's own route, by its id; null at the end of the route. */
export function otherGateways(
  routing: Routing,
  organisationId: string,
  gateway: string,
  messages: readonly DestinationRow[],
): (messageId: string) => string | null {
  let byId: Map<string, DestinationRow> | undefined;
  return (id) => {
    byId ??= new Map(messages.map((message) => [message.id, message]));
    const message = byId.get(id);
    if (!message) return null;
    return nextGateway(routing, organisationId, gateway, {
      id,
      mobile: message.mobile ?? '',
      senderId: message.sender_id,
    });
  };
}

function inDoubtSeconds(can: GatewayCapabilities, waitSeconds: number, doubts: number): number {
  if (can.idempotentReference) return backOffSeconds(doubts);
  if (can.lookup) return can.lookup.settleSeconds;
  return can.reportsCarryReference ? waitSeconds : 0;
}
