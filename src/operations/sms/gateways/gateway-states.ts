import { type GatewayStateRow, readGatewayStates } from '../../../db/sql/sms/dispatch/holds.js';
import { type OutageRow, readOutages } from '../../../db/sql/sms/gateways/gateway-outages.js';
import { readGatewayRates } from '../../../db/sql/sms/gateways/gateway-rates.js';
import { gatewaysOf } from '../../../domain/sms/routing.js';
import type { GatewayCondition } from '../../../domain/vocabulary.js';
import type { Context } from '../../context.js';
import { forCaller } from '../../kernel/reads.js';

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
  /** Messages of the organisation that it has taken a second, over the last minute. */
  readonly sentPerSecond: number;
}

const UNKNOWN = { since: null, code: null, nextTryAt: null };

/** The gateways that take no messages of workers, by name. */
export async function findOutages({ db }: Pick<Context, 'db'>): Promise<ReadonlyMap<string, OutageRow>> {
  return new Map((await readOutages(db)).map((row) => [row.gateway, row]));
}

const states = forCaller(readGatewayStates);
const rates = forCaller(readGatewayRates);

/**
 * The gateways of the organisation's routes. Workers note which gateways take no messages. If PostgreSQL has
 * forgotten that, messages that wait for another attempt tell it.
 */
export async function listGateways(
  context: Pick<Context, 'db' | 'caller' | 'gateways' | 'routing'>,
): Promise<GatewayState[]> {
  const { caller, gateways, routing } = context;
  const names = gatewaysOf(routing, caller.organisationId);
  const [outages, rows, sent] = await Promise.all([findOutages(context), states(context, names), rates(context)]);
  const rateOf = new Map(sent.map((row) => [row.gateway, row.sent_per_second]));
  return rows.flatMap((row): GatewayState[] => {
    const { gateway: name, waiting } = row;
    const kind = gateways.get(name)?.kind;
    if (kind === undefined) return [];
    return [{ name, kind, waiting, sentPerSecond: rateOf.get(name) ?? 0, ...conditionOf(row, outages.get(name)) }];
  });
}

/** Paused if the account of the organisation has no credit, otherwise down or up. */
export function conditionOf(
  { paused_at: pausedAt, is_away: isAway }: GatewayStateRow,
  outage: OutageRow | undefined,
): Pick<GatewayState, 'state' | 'since' | 'code' | 'nextTryAt'> {
  if (pausedAt !== null) return { ...UNKNOWN, state: 'paused', since: pausedAt };
  if (outage) return { ...told(outage), state: 'down' };
  return { ...UNKNOWN, state: isAway ? 'down' : 'up' };
}

const told = ({ since, code, next_try_at: nextTryAt }: OutageRow) => ({ since, code, nextTryAt });
