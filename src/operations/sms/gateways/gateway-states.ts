import { readGatewayStates } from '../../../db/sql/sms/dispatch/holds.js';
import { type OutageRow, readOutages } from '../../../db/sql/sms/gateways/gateway-outages.js';
import { gatewaysOf } from '../../../domain/sms/routing.js';
import type { GatewayCondition } from '../../../domain/vocabulary.js';
import type { Context } from '../../context.js';

export interface GatewayState {
  readonly name: string;
  readonly kind: string;
  readonly state: GatewayCondition;
  /** Null while it is up, or if it is not known. */
  readonly since: string | null;
  /** What the gateway, or the network before it, said last while it is down; null if it is not known. */
  readonly code: string | null;
  /** When a worker calls it again while it is down; null if it is not known. */
  readonly nextTryAt: string | null;
  /** Messages of the organisation that wait to be submitted there. */
  readonly waiting: number;
}

const UNKNOWN = { since: null, code: null, nextTryAt: null };

/** The gateways that take no messages of workers, by name. */
export async function findOutages({ db }: Pick<Context, 'db'>): Promise<ReadonlyMap<string, OutageRow>> {
  return new Map((await readOutages(db)).map((row) => [row.gateway, row]));
}

/**
 * The gateways of the organisation's routes. Workers note which gateways take no messages. If PostgreSQL has
 * forgotten that, messages that wait for another attempt tell it.
 */
export async function listGateways(
  context: Pick<Context, 'db' | 'caller' | 'gateways' | 'routing'>,
): Promise<GatewayState[]> {
  const { db, caller, gateways, routing } = context;
  const names = gatewaysOf(routing, caller.organisationId);
  const outages = await findOutages(context);
  const rows = await db.atOnceInOrganisation(caller.organisationId, (tx) => readGatewayStates(tx, names));
  return rows.flatMap(({ gateway: name, paused_at: pausedAt, is_away: isAway, waiting }): GatewayState[] => {
    const kind = gateways.get(name)?.kind;
    if (kind === undefined) return [];
    const known = { name, kind, waiting };
    const outage = outages.get(name);
    if (pausedAt !== null) return [{ ...known, ...UNKNOWN, state: 'paused', since: pausedAt }];
    if (outage) return [{ ...known, ...told(outage), state: 'down' }];
    return [{ ...known, ...UNKNOWN, state: isAway ? 'down' : 'up' }];
  });
}

const told = ({ since, code, next_try_at: nextTryAt }: OutageRow) => ({ since, code, nextTryAt });
