import { moveDue } from '../../../db/sql/sms/move-due.js';
import { type DueRow, scheduleDue } from '../../../db/sql/sms/schedule-due.js';
import { takeDue } from '../../../db/sql/sms/take-due.js';
import { nextGatewayForAll } from '../../../domain/sms/routing.js';
import { portions } from '../../../lib/lists.js';
import type { Services } from '../../context.js';
import type { DispatchTurn } from './lease-and-claim.js';
import { otherGateways } from './plan-settings.js';

/** So that portions which come due together are still sent in their order. */
const SECONDS_BETWEEN_ROWS = 1e-6;

/**
 * Moves an organisation's waiting messages to the next gateways of their routes. Only what has never been given to this
 * gateway, or was definitely refused by it, is on the dispatch agenda, so nothing can be sent twice. Returns whether
 * there was anything to look at.
 */
export async function failOver(services: Services, turn: DispatchTurn): Promise<boolean> {
  const { gateway, organisationId } = turn;
  const next = nextGatewayForAll(services.routing, organisationId, gateway);
  if (next === null) return false;
  return next === undefined ? moveEach(services, turn) : moveAll(services, turn, next);
}

/** Most organisations have one route: their rows go on as they are. */
async function moveAll(services: Services, { gateway, organisationId }: DispatchTurn, next: string): Promise<boolean> {
  const moved = await services.db.inOrganisation(organisationId, async (tx) => {
    const rows = await moveDue(tx, gateway, next);
    if (rows > 0) await services.hints.announce(tx.kysely, { job: 'sms-dispatch', gateway: next });
    return rows;
  });
  if (moved > 0) services.logger.warn({ from: gateway, to: next, rows: moved }, 'gateway is down; its work was moved');
  return moved > 0;
}

/**
 * Every message by its own number and sender. Those without a next gateway come due here when the pause is over; looked
 * at before, they would be read again in every turn.
 */
async function moveEach(services: Services, { gateway, organisationId }: DispatchTurn): Promise<boolean> {
  const pauseSeconds = (services.breakers.get(gateway)?.pauseMs ?? 0) / 1000;
  const rows = await services.db.inOrganisation(organisationId, async (tx) => {
    const messages = await takeDue(tx, gateway);
    const otherGateway = otherGateways(services.routing, organisationId, gateway, messages);
    const ids = messages.map(({ id }) => id);
    const byGateway = Map.groupBy(ids, (id) => otherGateway(id) ?? gateway);
    const due: DueRow[] = [];
    for (const [to, group] of byGateway) {
      for (const messageIds of portions(group, services.policy.batchSize)) {
        const seconds = (to === gateway ? pauseSeconds : 0) + due.length * SECONDS_BETWEEN_ROWS;
        due.push({ gateway: to, purpose: 'dispatch', due: seconds, messageIds });
      }
    }
    await scheduleDue(tx, due);
    for (const to of byGateway.keys()) {
      if (to !== gateway) await services.hints.announce(tx.kysely, { job: 'sms-dispatch', gateway: to });
    }
    return due;
  });
  const moved = rows.filter((row) => row.gateway !== gateway);
  const to = [...new Set(moved.map((row) => row.gateway))];
  if (to.length > 0) {
    services.logger.warn({ from: gateway, to, rows: moved.length }, 'gateway is down; its work was moved');
  }
  return rows.length > 0;
}
