import { type DueWork, listDueWork } from '../../db/sql/kernel/due-work.js';
import type { Services } from '../context.js';

export type { DueWork };

/** Says what workers have to do now, and what they will have to do before the horizon. */
export function findDueWork({ db, gateways }: Services, horizonMs: number): Promise<DueWork[]> {
  return db.atOnceAcrossOrganisations((tx) => listDueWork(tx, { gateways: [...gateways.keys()], horizonMs }));
}
