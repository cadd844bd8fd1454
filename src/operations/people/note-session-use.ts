import { touchSession } from '../../db/queries/people/sessions.js';
import { amongPeople } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';

export function noteSessionUse({ orm }: Pick<Services, 'orm'>, sessionId: string): Promise<void> {
  return amongPeople(orm, (tx) => touchSession(tx, sessionId));
}
