import type { OrganisationTx, Sql } from '../../db/postgres/transaction.js';
import { insertMail } from '../../db/sql/people/mails.js';
import { listOwnerAddresses } from '../../db/sql/people/memberships.js';
import type { Mail } from '../../domain/people/mail.js';
import { newId } from '../../lib/ids.js';
import { seal, unsealWithAny } from '../../lib/sealed.js';
import type { Services } from '../context.js';

/** How long notices of events are retried. */
export const NOTICE_MINUTES = 3 * 24 * 60;

/**
 * Stores a mail in the caller's transaction; call `hints.nudge({ job: 'mails' })` after the commit. Null stores a decoy
 * that is never sent, so that the response time does not reveal whether an account exists.
 */
export async function writeMail(
  tx: Sql,
  { secretKey }: Pick<Services, 'secretKey'>,
  mail: Mail | null,
  expiresInMinutes: number,
): Promise<void> {
  const id = newId();
  // Mails contain codes: a copy of the database alone must reveal none.
  const content = mail && seal(secretKey, mailPurpose(id), JSON.stringify(mail));
  await insertMail(tx, { id, content, expiresInMinutes });
}

/** Stores one mail for each owner of the organisation; nudge after the commit as for `writeMail`. */
export async function writeToOwners(
  tx: OrganisationTx,
  keeper: Pick<Services, 'secretKey'>,
  compose: (to: string) => Mail,
): Promise<void> {
  for (const to of await listOwnerAddresses(tx)) {
    await writeMail(tx, keeper, compose(to), NOTICE_MINUTES);
  }
}

/** Null if the mail was encrypted with another secret key. */
export function openMail({ secretKeys }: Pick<Services, 'secretKeys'>, id: string, sealed: Buffer): Mail | null {
  const text = unsealWithAny(secretKeys, mailPurpose(id), sealed);
  return text === null ? null : (JSON.parse(text) as Mail);
}

export const mailPurpose = (id: string) => `mail ${id}`;
