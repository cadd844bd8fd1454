import { isAnybodyThere } from '../../../db/sql/people/people.js';
import type { Services } from '../../context.js';

/** Whether the installation has its first person; until then there is a set-up link. */
export function isSetUp({ db }: Pick<Services, 'db'>): Promise<boolean> {
  return db.amongPeople(isAnybodyThere);
}
