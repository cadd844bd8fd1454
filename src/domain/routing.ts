/**
 * Which gateways carry an organisation's messages: the first route that names the organisation, else the first route
 * without one. The gateways of a route stand in order of preference; later ones are used only for messages that an
 * earlier one has definitely not accepted.
 */
export interface Route {
  /** Null: for every organisation that has no route of its own. */
  readonly organisationId: string | null;
  readonly gateways: readonly [string, ...string[]];
}

export const SANDBOX_GATEWAY = 'sandbox';

/** Messages of test keys never reach a real gateway, whatever is configured. */
export function routeFor(routes: readonly Route[], organisationId: string, test: boolean): readonly string[] {
  if (test) return [SANDBOX_GATEWAY];
  const route =
    routes.find((candidate) => candidate.organisationId === organisationId) ??
    routes.find((candidate) => candidate.organisationId === null);
  return route?.gateways ?? [SANDBOX_GATEWAY];
}

/** The next gateway of the route after `gateway`, or null at its end. */
export function nextGateway(gateways: readonly string[], gateway: string): string | null {
  return gateways[gateways.indexOf(gateway) + 1] ?? null;
}
