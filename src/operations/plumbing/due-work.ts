import { type DueWork, listDueWork } from '../../db/sql/plumbing/due-work.js';
import type { Services } from '../context.js';

export type { DueWork };

/** Says what workers have to do at this moment. */
export function findDueWork({ db, gateways }: Services): Promise<DueWork[]> {
  return db.acrossReachable((reachable) =>
    db.atOnceAcrossOrganisations((tx) => listDueWork(tx, [...gateways.keys()], reachable)),
  );
}
