import { type DueRow, moveDue, scheduleDue, takeDue } from '../../../db/sql/sms/dispatch/agenda.js';
import { numbersOf } from '../../../domain/sms/inbound/own-numbers.js';
import { PRIORITIES, PRIORITIES_OF_JOBS } from '../../../domain/sms/priority.js';
import { nextGatewayForAll } from '../../../domain/sms/routing.js';
import type { Services } from '../../context.js';
import { announceDispatch, planDue } from './announce.js';
import type { DispatchTurn } from './lease.js';
import { otherGateways } from './plan.js';

/** Keeps the order of portions that come due together. */
const SECONDS_BETWEEN_ROWS = 1e-6;

/**
 * Moves an organisation's waiting messages to the next gateways of their routes. The dispatch agenda has only messages
 * that this gateway never got or has refused, so nothing is sent twice. Returns whether there was anything to move.
 */
export async function failOver(services: Services, turn: DispatchTurn): Promise<boolean> {
  const { gateway, organisationId } = turn;
  const next = nextGatewayForAll(services.routing, organisationId, gateway);
  // What answers a person is a single message, which no job has.
  if (next === undefined || (!turn.isJob && mayDifferForAnswers(services, turn, next))) return moveEach(services, turn);
  return next === null ? false : moveAll(services, turn, next);
}

/** What answers a person goes on with another gateway of its number only, be it on the route or not. */
function mayDifferForAnswers(
  { numbers, gateways: configured }: Services,
  { gateway, organisationId }: DispatchTurn,
  next: string | null,
): boolean {
  return numbersOf(numbers, organisationId).some(({ gateways }) =>
    next === null ? gateways.some((name) => name !== gateway && configured.has(name)) : !gateways.includes(next),
  );
}

const prioritiesOf = ({ isJob }: DispatchTurn) => (isJob ? PRIORITIES_OF_JOBS : PRIORITIES);

/**
 * The usual case: the organisation has one route, so all messages of an agenda row go to the same next gateway, and
 * rows move as a whole.
 */
async function moveAll(services: Services, turn: DispatchTurn, next: string): Promise<boolean> {
  const { gateway, organisationId } = turn;
  const priorities = prioritiesOf(turn);
  const moved = await services.db.inOrganisation(organisationId, async (tx) => {
    const rows = await moveDue(tx, gateway, next, priorities);
    await announceDispatch(
      tx,
      services.hints,
      rows.map(({ priority }) => ({ gateway: next, priority, due: 0 })),
    );
    return rows.length;
  });
  if (moved > 0)
    services.logger.warn({ from: gateway, to: next, rows: moved }, 'the gateway is down; its messages were moved');
  return moved > 0;
}

/**
 * Routes every message anew by its number and sender. Messages without a next gateway come due here again when the
 * circuit breaker lets a call through; if they stayed due, every turn would read them again.
 */
async function moveEach(services: Services, turn: DispatchTurn): Promise<boolean> {
  const { gateway, organisationId } = turn;
  const pauseSeconds = (services.breakers.get(gateway)?.pauseMs ?? 0) / 1000;
  const { due, moved } = await services.db.inOrganisation(organisationId, async (tx) => {
    const messages = await takeDue(tx, gateway, prioritiesOf(turn));
    const otherGateway = otherGateways(services, organisationId, gateway, messages);
    const nextOf = ({ id }: { readonly id: string }) => otherGateway(id) ?? gateway;
    const due = [...Map.groupBy(messages, (message) => message.priority)]
      .flatMap(([priority, some]) => {
        return planDue('dispatch', Map.groupBy(some, nextOf), { due: 0, portion: services.policy.batchSize, priority });
      })
      .map((row, place): DueRow => {
        return { ...row, due: (row.gateway === gateway ? pauseSeconds : 0) + place * SECONDS_BETWEEN_ROWS };
      });
    await scheduleDue(tx, due);
    const moved = due.filter((row) => row.gateway !== gateway);
    await announceDispatch(tx, services.hints, moved);
    return { due, moved };
  });
  const to = [...new Set(moved.map((row) => row.gateway))];
  if (to.length > 0) {
    services.logger.warn({ from: gateway, to, rows: moved.length }, 'the gateway is down; its messages were moved');
  }
  return due.length > 0;
}
