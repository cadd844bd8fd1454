import type { PersonRow } from '../../../db/sql/people/people.js';
import { insertSession } from '../../../db/sql/people/sessions.js';
import type { Sql } from '../../../db/transaction.js';
import type { Person } from '../../../domain/context.js';
import { PostriderError } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { hashToken, makeToken } from '../../../domain/people/tokens.js';
import { newId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';

export interface SignedIn {
  readonly person: Person;
  /** For the cookie: shown to nobody else, stored nowhere. */
  readonly token: string;
}

export async function openSession(
  tx: Sql,
  { secretKey }: Pick<Services, 'secretKey'>,
  { id: personId, email, name, password_hash: passwordHash }: PersonRow,
): Promise<SignedIn> {
  const token = makeToken();
  const id = newId();
  const tokenHash = hashToken(secretKey, 'session', token);
  const session = { id, personId, tokenHash, days: LIMITS.personSessionDays, passwordHash: passwordHash ?? '' };
  if (!(await insertSession(tx, session))) throw new PostriderError('invalid_credentials');
  return { person: { id: personId, email, name, sessionId: id }, token };
}
