import { isAnybodyThere } from '../../db/queries/people/people.js';
import { amongPeople } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';

/** Whether the installation has its first person; until then there is a set-up link. */
export function isSetUp({ orm }: Pick<Services, 'orm'>): Promise<boolean> {
  return amongPeople(orm, isAnybodyThere);
}
