import type { PersonRow } from '../../db/queries/people/people.js';
import { insertSession } from '../../db/queries/people/sessions.js';
import type { Tx } from '../../db/transaction.js';
import type { Person, Services } from '../../domain/context.js';
import { LIMITS } from '../../domain/limits.js';
import { hashToken, makeToken } from '../../domain/people/tokens.js';
import { newId } from '../../lib/ids.js';

export interface SignedIn {
  readonly person: Person;
  /** For the cookie: shown to nobody else, stored nowhere. */
  readonly token: string;
}

export async function openSession(
  tx: Tx,
  { secretKey }: Pick<Services, 'secretKey'>,
  { id: personId, email, name }: Pick<PersonRow, 'id' | 'email' | 'name'>,
): Promise<SignedIn> {
  const token = makeToken();
  const id = newId();
  const tokenHash = hashToken(secretKey, 'session', token);
  await insertSession(tx, { id, personId, tokenHash, days: LIMITS.personSessionDays });
  return { person: { id: personId, email, name, sessionId: id }, token };
}
