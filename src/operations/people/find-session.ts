import { findSessionByHash, type SessionRow } from '../../db/queries/people/sessions.js';
import { acrossOrganisations } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import { LIMITS } from '../../domain/limits.js';
import { hashToken } from '../../domain/people/tokens.js';

/** Who is signed in by the token of a cookie, and their role in the organisation if they have one. */
export function findSession(
  { orm, secretKey }: Pick<Services, 'orm' | 'secretKey'>,
  token: string,
  organisationId: string | null,
): Promise<SessionRow | null> {
  const tokenHash = hashToken(secretKey, 'session', token);
  const idleDays = LIMITS.personSessionIdleDays;
  return acrossOrganisations(orm, (tx) => findSessionByHash(tx, { tokenHash, organisationId, idleDays }));
}
