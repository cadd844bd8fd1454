import { type PersonRow, renamePerson } from '../../db/sql/people/people.js';
import { deleteSession, listSessionsOf, type PersonSessionRow } from '../../db/sql/people/sessions.js';
import type { Person } from '../../domain/context.js';
import { notFound, PostriderError, requireValid } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { validateName } from '../../domain/text.js';
import type { Services } from '../context.js';

export type { PersonSessionRow } from '../../db/sql/people/sessions.js';

/** The sessions of a person on all devices, last used first. */
export function listOwnSessions({ db }: Pick<Services, 'db'>, { id }: Pick<Person, 'id'>): Promise<PersonSessionRow[]> {
  const { personSessionIdleDays: idleDays, personSessionsListed: most } = LIMITS;
  return db.amongPeople((tx) => listSessionsOf(tx, id, { idleDays, most }));
}

/** Ends one session of the person, as `signOut` ends that of the call. */
export async function endOwnSession(
  { db }: Pick<Services, 'db'>,
  { id }: Pick<Person, 'id'>,
  sessionId: string,
): Promise<PersonSessionRow> {
  const ended = await db.amongPeople((tx) => deleteSession(tx, id, sessionId));
  if (!ended) throw notFound('Session');
  return ended;
}

export interface UpdatePersonInput {
  readonly name?: string | null | undefined;
}

/** Changes what the person says of themselves. A field that is left out stays as it is. */
export async function updatePerson(
  { db }: Pick<Services, 'db'>,
  person: Person,
  { name }: UpdatePersonInput,
): Promise<Pick<PersonRow, 'id' | 'email' | 'name'>> {
  if (name == null) return person;
  requireValid(validateName('name', name));
  const renamed = await db.amongPeople((tx) => renamePerson(tx, person.id, name.trim()));
  if (!renamed) throw new PostriderError('unauthenticated');
  return renamed;
}
