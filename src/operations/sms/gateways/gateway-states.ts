import { type GatewayStateRow, readGatewayStates } from '../../../db/sql/sms/dispatch/holds.js';
import { countWaitingAt, findWaitingAt, listElsewhere } from '../../../db/sql/sms/dispatch/unconfigured-gateways.js';
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
  /** NOT_CONFIGURED, or what the gateway or the network said last while it is down; null if it is not known. */
  readonly code: string | null;
  /** When a worker calls it again while it is down; null if it is not known. */
  readonly nextTryAt: string | null;
  /** Messages of the organisation that wait to be submitted there. */
  readonly waiting: number;
  /** Messages of the organisation that it has taken a second, over the last minute. */
  readonly sentPerSecond: number;
}

const NOT_CONFIGURED = 'NOT_CONFIGURED';
const UNKNOWN = { since: null, code: null, nextTryAt: null };

/** The gateways that take no messages of workers, by name. */
export async function findOutages({ db }: Pick<Context, 'db'>): Promise<ReadonlyMap<string, OutageRow>> {
  return new Map((await readOutages(db)).map((row) => [row.gateway, row]));
}

const states = forCaller(readGatewayStates);
const rates = forCaller(readGatewayRates);

/** Gateways that are not configured, but for which messages of any organisation wait. */
export function listUnconfigured({ db, gateways }: Pick<Context, 'db' | 'gateways'>): Promise<string[]> {
  return db.atOnceAcrossOrganisations((tx) => listElsewhere(tx, [...gateways.keys()]));
}

type Reader = Pick<Context, 'db' | 'caller' | 'gateways'>;

/** By the ids of those of the messages that wait for a gateway that is not configured: its name. */
export async function findUnconfigured(
  context: Reader,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = await listUnconfigured(context);
  const rows = names.length === 0 ? [] : await placesOf(context, names, messageIds);
  return new Map(rows.map(({ id, gateway }) => [id, gateway]));
}

const placesOf = forCaller(findWaitingAt);
const waitingAt = forCaller(countWaitingAt);

/** No worker submits what waits there. */
async function listUnconfiguredStates(context: Reader): Promise<GatewayState[]> {
  const names = await listUnconfigured(context);
  const rows = names.length === 0 ? [] : await waitingAt(context, names);
  return rows.map(({ gateway: name, waiting }) => {
    return { ...UNKNOWN, name, kind: 'unknown', state: 'down', code: NOT_CONFIGURED, waiting, sentPerSecond: 0 };
  });
}

/**
 * The gateways of the organisation's routes, and those that are not configured, but for which its messages wait.
 * Workers note which gateways take no messages. If PostgreSQL has forgotten that, messages that wait for another
 * attempt tell it.
 */
export async function listGateways(
  context: Pick<Context, 'db' | 'caller' | 'gateways' | 'routing'>,
): Promise<GatewayState[]> {
  const { caller, gateways, routing } = context;
  const names = gatewaysOf(routing, caller.organisationId);
  const [outages, rows, sent, unconfigured] = await Promise.all([
    findOutages(context),
    states(context, names),
    rates(context),
    listUnconfiguredStates(context),
  ]);
  const rateOf = new Map(sent.map((row) => [row.gateway, row.sent_per_second]));
  const configured = rows.flatMap((row): GatewayState[] => {
    const { gateway: name, waiting } = row;
    const kind = gateways.get(name)?.kind;
    if (kind === undefined) return [];
    return [{ name, kind, waiting, sentPerSecond: rateOf.get(name) ?? 0, ...conditionOf(row, outages.get(name)) }];
  });
  return [...configured, ...unconfigured];
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
