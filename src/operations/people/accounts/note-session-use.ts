import { touchSession } from '../../../db/sql/people/sessions.js';
import type { Services } from '../../context.js';

export function noteSessionUse({ db }: Pick<Services, 'db'>, sessionId: string): Promise<void> {
  return db.amongPeople((tx) => touchSession(tx, sessionId));
}
