import type { ErrorCode } from '../domain/error-codes.js';
import { PostriderError } from '../domain/errors.js';
import { LIMITS } from '../domain/limits.js';

/** How many may subscribe to how much at the same time, in this process. What is taken is given back by a call. */
export interface Seats {
  takeConnection(organisationId: string): GiveBack;
  takeSubscription(organisationId: string, cost: number): GiveBack;
}
export type GiveBack = () => void;

interface Taken {
  connections: number;
  subscriptions: number;
  cost: number;
}

const RETRY_AFTER_SECONDS = 10;

export function createSeats(): Seats {
  const all = nothing();
  const byOrganisation = new Map<string, Taken>();

  function take(organisationId: string, amount: Partial<Taken>, isTooMuch: (own: Taken, all: Taken) => boolean) {
    const own = byOrganisation.get(organisationId) ?? nothing();
    add(own, amount, 1);
    add(all, amount, 1);
    const giveBack = () => {
      add(own, amount, -1);
      add(all, amount, -1);
      if (own.connections + own.subscriptions === 0) byOrganisation.delete(organisationId);
    };
    byOrganisation.set(organisationId, own);
    const refused = isTooMuch(own, all);
    if (refused) giveBack();
    return refused ? null : once(giveBack);
  }

  return {
    takeConnection(organisationId) {
      const { subscriberConnections, subscriberConnectionsPerOrganisation } = LIMITS;
      const isTooMuch = (own: Taken) =>
        own.connections > subscriberConnectionsPerOrganisation || all.connections > subscriberConnections;
      const giveBack = take(organisationId, { connections: 1 }, isTooMuch);
      if (!giveBack) throw tooMany('too_many_connections', 'There are too many connections for subscriptions.');
      return giveBack;
    },
    takeSubscription(organisationId, cost) {
      const { subscriptionsPerOrganisation, subscriptionCostPerOrganisation } = LIMITS;
      const isTooMuch = (own: Taken) =>
        own.subscriptions > subscriptionsPerOrganisation || own.cost > subscriptionCostPerOrganisation;
      const giveBack = take(organisationId, { subscriptions: 1, cost }, isTooMuch);
      if (!giveBack) throw tooMany('too_many_subscriptions', 'The organisation has too many subscriptions.');
      return giveBack;
    },
  };
}

export function tooMany(code: ErrorCode, message: string): PostriderError {
  return new PostriderError('throttled', code, message, [], RETRY_AFTER_SECONDS);
}

const nothing = (): Taken => ({ connections: 0, subscriptions: 0, cost: 0 });

function add(taken: Taken, { connections = 0, subscriptions = 0, cost = 0 }: Partial<Taken>, times: 1 | -1): void {
  taken.connections += times * connections;
  taken.subscriptions += times * subscriptions;
  taken.cost += times * cost;
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
