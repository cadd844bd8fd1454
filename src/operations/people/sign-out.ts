import { deleteSession, deleteSessionsOf } from '../../db/queries/people/sessions.js';
import { amongPeople } from '../../db/transaction.js';
import type { Person, Services } from '../../domain/context.js';

/** Other processes refuse the cookie within seconds, this one as soon as it forgets who has signed in. */
export function signOut(
  { orm }: Pick<Services, 'orm'>,
  { id, sessionId }: Person,
  { everywhere }: { readonly everywhere: boolean },
): Promise<void> {
  return amongPeople(orm, (tx) => (everywhere ? deleteSessionsOf(tx, id) : deleteSession(tx, sessionId)));
}
