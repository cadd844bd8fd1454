import { deleteMail, takeDueMail } from '../../db/queries/people/mails.js';
import { amongPeople } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import { openMail } from './sealed-mails.js';

/** Sends the next mail that is due; false when there is none. */
export async function deliverMail(services: Services): Promise<boolean> {
  const { orm, mailer } = services;
  const due = await amongPeople(orm, (tx) => takeDueMail(tx));
  if (!due) return false;
  if (due.content) await mailer.send(openMail(services, due.id, due.content));
  await amongPeople(orm, (tx) => deleteMail(tx, due.id));
  return true;
}
