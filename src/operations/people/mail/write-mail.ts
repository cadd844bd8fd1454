import { insertMail } from '../../../db/sql/people/mails.js';
import type { Sql } from '../../../db/transaction.js';
import type { Mail } from '../../../domain/people/mail.js';
import { newId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';
import { sealMail } from './sealed-mails.js';

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
