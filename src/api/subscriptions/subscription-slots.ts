import { PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';

/**
 * Limits subscriptions and their connections in this process. Each method returns a function that releases the slot.
 */
export interface SubscriptionSlots {
  /**
   * Takes a connection slot. `onEvicted` is called when another organisation needs the slot more; it must release the
   * slot.
   */
  takeConnection(organisationId: string, onEvicted: () => void): Release;
  takeSubscription(organisationId: string, cost: number): Release;
}
type Release = () => void;

interface Taken {
  /** Eviction callbacks, oldest connection first. */
  readonly evictions: Set<() => void>;
  connections: number;
  subscriptions: number;
  cost: number;
}

type Amount = Partial<Omit<Taken, 'evictions'>>;

export function createSubscriptionSlots(): SubscriptionSlots {
  const all = nothing();
  const byOrganisation = new Map<string, Taken>();

  function take(organisationId: string, amount: Amount, isTooMuch: (own: Taken, all: Taken) => boolean) {
    const own = byOrganisation.get(organisationId) ?? nothing();
    add(own, amount, 1);
    add(all, amount, 1);
    const release = () => {
      add(own, amount, -1);
      add(all, amount, -1);
      if (own.connections + own.subscriptions === 0) byOrganisation.delete(organisationId);
    };
    byOrganisation.set(organisationId, own);
    const refused = isTooMuch(own, all);
    if (refused) release();
    return refused ? null : once(release);
  }

  /**
   * If all slots are taken, evicts the newest connection of the organisation with the most connections, so that one
   * organisation cannot keep the others out. It evicts only if that organisation still has at least as many as the
   * newcomer afterwards; otherwise they would evict each other in turns.
   */
  function makeRoomFor(organisationId: string): void {
    if (all.connections < LIMITS.subscriberConnections) return;
    const own = byOrganisation.get(organisationId)?.connections ?? 0;
    const most = [...byOrganisation.values()].reduce((one, other) =>
      other.connections > one.connections ? other : one,
    );
    if (most.connections > own + 1) [...most.evictions].at(-1)?.();
  }

  return {
    takeConnection(organisationId, onEvicted) {
      const { subscriberConnections, subscriberConnectionsPerOrganisation } = LIMITS;
      const isTooMuch = (own: Taken) =>
        own.connections > subscriberConnectionsPerOrganisation || all.connections > subscriberConnections;
      makeRoomFor(organisationId);
      const release = take(organisationId, { connections: 1 }, isTooMuch);
      if (!release) throw new PostriderError('too_many_connections');
      const evictions = byOrganisation.get(organisationId)?.evictions;
      evictions?.add(onEvicted);
      return () => {
        evictions?.delete(onEvicted);
        release();
      };
    },
    takeSubscription(organisationId, cost) {
      const { subscriptionsPerOrganisation, subscriptionCostPerOrganisation } = LIMITS;
      const isTooMuch = (own: Taken) =>
        own.subscriptions > subscriptionsPerOrganisation || own.cost > subscriptionCostPerOrganisation;
      const release = take(organisationId, { subscriptions: 1, cost }, isTooMuch);
      if (!release) throw new PostriderError('too_many_subscriptions');
      return release;
    },
  };
}

const nothing = (): Taken => ({ evictions: new Set(), connections: 0, subscriptions: 0, cost: 0 });

function add(taken: Taken, { connections = 0, subscriptions = 0, cost = 0 }: Amount, times: 1 | -1): void {
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
