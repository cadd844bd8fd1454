import { type DueEndpoint, listDueEndpoints } from '../../../db/sql/webhooks/leases.js';
import type { Services } from '../../context.js';

/** The worker looks at this many due endpoints to find one that no other worker has leased. */
const CANDIDATES = 60;
/**
 * One organisation has at most this many turns under way in a process, so that its endpoints cannot take all places.
 */
const TURNS_PER_ORGANISATION = 10;

/** Turns under way in this process, by organisation. */
const turnsOf = new Map<string, number>();

export function hasItsShare(organisationId: string): boolean {
  return (turnsOf.get(organisationId) ?? 0) >= TURNS_PER_ORGANISATION;
}

/**
 * Due endpoints, first those of organisations without a turn under way: otherwise the slow endpoints of one caller with
 * several organisations would come before everything else.
 */
export async function* dueEndpoints({ db }: Services): AsyncGenerator<DueEndpoint> {
  const list = (except: readonly string[]) =>
    db.atOnceAcrossOrganisations((tx) => listDueEndpoints(tx, except, CANDIDATES));
  const served = [...turnsOf.keys()];
  if (served.length > 0) yield* await list(served);
  yield* await list(served.filter(hasItsShare));
}

/** Counts the turn among those of the organisation for as long as it lasts. */
export async function withinShare(organisationId: string, turn: () => Promise<void>): Promise<void> {
  turnsOf.set(organisationId, (turnsOf.get(organisationId) ?? 0) + 1);
  try {
    await turn();
  } finally {
    const left = (turnsOf.get(organisationId) ?? 1) - 1;
    if (left > 0) turnsOf.set(organisationId, left);
    else turnsOf.delete(organisationId);
  }
}
