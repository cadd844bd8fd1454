import { findSessionByHash, type SessionRow } from '../../../db/sql/people/sessions.js';
import { LIMITS } from '../../../domain/limits.js';
import { hashToken } from '../../../domain/people/tokens.js';
import type { Services } from '../../context.js';

/** Who is signed in by the token of a cookie, and their role in the organisation if they have one. */
export function findSession(
  { db, secretKey }: Pick<Services, 'db' | 'secretKey'>,
  token: string,
  organisationId: string | null,
): Promise<SessionRow | null> {
  const tokenHash = hashToken(secretKey, 'session', token);
  const idleDays = LIMITS.personSessionIdleDays;
  return db.acrossOrganisations((tx) => findSessionByHash(tx, { tokenHash, organisationId, idleDays }));
}
