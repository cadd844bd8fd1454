import { readGatewayStates } from '../../../db/sql/sms/holds.js';
import { gatewaysOf } from '../../../domain/sms/routing.js';
import type { GatewayCondition } from '../../../domain/vocabulary.js';
import type { Context } from '../../context.js';

export interface GatewayState {
  readonly name: string;
  readonly kind: string;
  readonly state: GatewayCondition;
  /** Null if it is not known. */
  readonly since: string | null;
}

/**
 * The gateways of the organisation's routes. Circuit breakers are in the memory of workers, so other processes know that a gateway
 * is down only by the messages that wait for it.
 */
export async function listGateways(
  context: Pick<Context, 'db' | 'caller' | 'gateways' | 'routing' | 'breakers'>,
): Promise<GatewayState[]> {
  const { db, caller, gateways, routing, breakers } = context;
  const names = gatewaysOf(routing, caller.organisationId);
  const rows = await db.atOnceInOrganisation(caller.organisationId, (tx) => readGatewayStates(tx, names));
  return rows.flatMap(({ gateway: name, paused_at: since, is_away: isAway }): GatewayState[] => {
    const kind = gateways.get(name)?.kind;
    if (kind === undefined) return [];
    if (since !== null) return [{ name, kind, state: 'paused', since }];
    const isDown = isAway || breakers.get(name)?.isOpen === true;
    return [{ name, kind, state: isDown ? 'down' : 'up', since: null }];
  });
}
