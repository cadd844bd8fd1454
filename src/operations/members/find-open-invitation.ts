import { findOpenInvitation as findByHash, type OpenInvitationRow } from '../../db/queries/people/invitations.js';
import { acrossOrganisations } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import { hashToken } from '../../domain/people/tokens.js';

/** By the token of its link, which is all that whoever is invited has; null when it is over, or never was. */
export function findOpenInvitation(
  { orm, secretKey }: Pick<Services, 'orm' | 'secretKey'>,
  token: string,
): Promise<OpenInvitationRow | null> {
  return acrossOrganisations(orm, (tx) => findByHash(tx, hashToken(secretKey, 'invitation', token)));
}
