import { type DueWork, listDueWork } from '../../db/sql/plumbing/due-work.js';
import type { Services } from '../context.js';

export type { DueWork };

/** Says what workers have to do at this moment, and what they will have to do within this time. */
export function findDueWork({ db, gateways }: Services, withinMs: number): Promise<DueWork[]> {
  return db.acrossReachable((reachable) =>
    db.atOnceAcrossOrganisations((tx) => listDueWork(tx, { gateways: [...gateways.keys()], withinMs, reachable })),
  );
}
