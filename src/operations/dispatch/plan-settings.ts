import type { Services } from '../../domain/context.js';
import type { ConfiguredGateway, GatewayCapabilities } from '../../domain/ports.js';
import { nextGateway, routeFor, SANDBOX_GATEWAY } from '../../domain/routing.js';
import { backOffSeconds, type PlanSettings, type Tries } from './plan-verdicts.js';

/** For messages that have not been put off before. */
export const FIRST_LOOK: Tries = { backOff: 0, doubt: 0 };

export function planSettingsFor(
  { policy, routes }: Services,
  { gateway, pace }: ConfiguredGateway,
  organisationId: string,
  tries: Tries,
): PlanSettings {
  const route = routeFor(routes, organisationId, gateway.name === SANDBOX_GATEWAY);
  return {
    policy,
    gateway: gateway.name,
    otherGateway: nextGateway(route, gateway.name),
    retryDelaySeconds: pace.retryDelaySeconds,
    inDoubtSeconds: inDoubtSeconds(gateway.capabilities, policy.inDoubtWaitSeconds, tries.doubt),
    tries,
  };
}

function inDoubtSeconds(can: GatewayCapabilities, waitSeconds: number, doubts: number): number {
  if (can.idempotentReference) return backOffSeconds(doubts);
  if (can.lookup) return can.lookup.settleSeconds;
  return can.reportsCarryReference ? waitSeconds : 0;
}
