import { listOwnerAddresses } from '../../../db/sql/people/memberships.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import type { Mail } from '../../../domain/people/mail.js';
import type { Services } from '../../context.js';
import { NEWS_MINUTES, writeMail } from './write-mail.js';

/** News for everybody who owns the organisation, each with a mail of their own; nudge afterwards as for `writeMail`. */
export async function writeToOwners(
  tx: OrganisationTx,
  keeper: Pick<Services, 'secretKey'>,
  compose: (to: string) => Mail,
): Promise<void> {
  for (const to of await listOwnerAddresses(tx)) {
    await writeMail(tx, keeper, compose(to), NEWS_MINUTES);
  }
}
