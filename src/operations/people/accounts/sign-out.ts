import { deleteSession, deleteSessionsOf } from '../../../db/sql/people/sessions.js';
import type { Person } from '../../../domain/context.js';
import type { Services } from '../../context.js';

/** Other processes refuse the cookie within seconds, this one as soon as it forgets who has signed in. */
export function signOut(
  { db }: Pick<Services, 'db'>,
  { id, sessionId }: Person,
  { everywhere }: { readonly everywhere: boolean },
): Promise<void> {
  return db.amongPeople((tx) => (everywhere ? deleteSessionsOf(tx, id) : deleteSession(tx, sessionId)));
}
