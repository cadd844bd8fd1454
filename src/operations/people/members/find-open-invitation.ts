import { findOpenInvitation as findByHash, type OpenInvitationRow } from '../../../db/sql/people/invitations.js';
import { hashToken } from '../../../domain/people/tokens.js';
import type { Services } from '../../context.js';

/** By the token of its link, which is all that whoever is invited has; null when it is over, or never was. */
export function findOpenInvitation(
  { db, secretKey }: Pick<Services, 'db' | 'secretKey'>,
  token: string,
): Promise<OpenInvitationRow | null> {
  return db.acrossOrganisations((tx) => findByHash(tx, hashToken(secretKey, 'invitation', token)));
}
