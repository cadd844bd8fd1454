import { moveDue } from '../../db/queries/move-due.js';
import { inOrganisation } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import { nextGateway, routeFor, SANDBOX_GATEWAY } from '../../domain/routing.js';
import type { DispatchTurn } from './dispatch-next.js';

/**
 * Moves an organisation's waiting messages to the next gateway of its route. Only what has never been given to this
 * gateway, or was definitely refused by it, is on the dispatch agenda, so nothing can be sent twice. Answers whether
 * anything was moved.
 */
export async function failOver(services: Services, { gateway, organisationId }: DispatchTurn): Promise<boolean> {
  const route = routeFor(services.routes, organisationId, gateway === SANDBOX_GATEWAY);
  const next = nextGateway(route, gateway);
  if (next === null) return false;
  const moved = await inOrganisation(services.orm, organisationId, async (tx) => {
    const rows = await moveDue(tx, organisationId, gateway, next);
    if (rows > 0) await services.hints.announce(tx.kysely, { job: 'sms-dispatch', gateway: next });
    return rows;
  });
  if (moved > 0) services.logger.warn({ from: gateway, to: next, rows: moved }, 'gateway is down; its work was moved');
  return moved > 0;
}
