import { insertMail } from '../../db/sql/people/mails.js';
import { listOwnerAddresses } from '../../db/sql/people/owners.js';
import type { OrganisationTx, Sql } from '../../db/transaction.js';
import type { Mail } from '../../domain/people/mail.js';
import { newId } from '../../lib/ids.js';
import { seal, unseal } from '../../lib/sealed.js';
import type { Services } from '../context.js';

/** For how long something that has happened is worth telling. */
export const NEWS_MINUTES = 3 * 24 * 60;

/**
 * Puts a mail on its way, in the caller's transaction; call `hints.nudge({ job: 'mails' })` after it. Null: a mail to
 * nobody, which costs the caller as much time and is thrown away.
 */
export async function writeMail(
  tx: Sql,
  keeper: Pick<Services, 'secretKey'>,
  mail: Mail | null,
  expiresInMinutes: number,
): Promise<void> {
  const id = newId();
  await insertMail(tx, { id, content: mail && sealMail(keeper, id, mail), expiresInMinutes });
}

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

type Keeper = Pick<Services, 'secretKey'>;

/** Mails hold codes: whoever reads the database alone learns none of them. */
export function sealMail({ secretKey }: Keeper, id: string, mail: Mail): Buffer {
  return seal(secretKey, purposeOf(id), JSON.stringify(mail));
}

/** Throws when it was sealed with another secret key. */
export function openMail({ secretKey }: Keeper, id: string, sealed: Buffer): Mail {
  return JSON.parse(unseal(secretKey, purposeOf(id), sealed)) as Mail;
}

const purposeOf = (id: string) => `mail ${id}`;
