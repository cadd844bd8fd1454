import { type DueMail, deleteMail, leaseDueMail, postponeMail } from '../../db/sql/people/mails.js';
import { MAIL_TIMEOUT_SECONDS, type Mail, mailRetrySeconds } from '../../domain/people/mail.js';
import { createSeldom } from '../../lib/async/seldom.js';
import type { Services } from '../context.js';
import { openMail } from './write-mail.js';

/** On top of the longest attempt, for the database: while somebody may be sending a mail, nobody else does. */
const LEASE_SECONDS = MAIL_TIMEOUT_SECONDS + 30;
const COMPLAINT_INTERVAL_MS = 60_000;

/** When the server is away every mail fails: once a minute is enough to know. */
const seldom = createSeldom(COMPLAINT_INTERVAL_MS);

export interface MailTurn {
  /** Gives up what is being sent; it is tried again. */
  readonly stopping?: AbortSignal;
  /** Hears early that there was one: others may be due as well, and must not wait until this one is sent. */
  readonly callHelp?: () => void;
}

/**
 * Sends the mail that has been due for longest; false when there is none. At least once: who dies between sending and
 * deleting leaves a mail whose lease runs out, and it is sent again, under the same Message-ID.
 */
export async function deliverMail(services: Services, { stopping, callHelp }: MailTurn = {}): Promise<boolean> {
  const { db } = services;
  const due = await db.amongPeople((tx) => leaseDueMail(tx, LEASE_SECONDS));
  if (!due) return false;
  callHelp?.();
  const isDone = await deliver(services, due, stopping);
  const { id, attempts } = due;
  await db.amongPeople((tx) =>
    isDone ? deleteMail(tx, id) : postponeMail(tx, due, mailRetrySeconds(attempts, Math.random())),
  );
  return true;
}

/** False: it must be tried again. */
async function deliver(services: Services, due: DueMail, stopping: AbortSignal | undefined): Promise<boolean> {
  const { mailer, logger } = services;
  const { id: mailId, content, attempts, is_expired: isExpired } = due;
  // To nobody.
  if (!content) return true;
  if (isExpired) {
    logger.warn({ mailId, attempts: attempts - 1 }, 'a mail was not sent in time, and is deleted');
    return true;
  }
  const mail = readable(services, mailId, content);
  if (!mail) return true;
  const timeout = AbortSignal.timeout(MAIL_TIMEOUT_SECONDS * 1000);
  const outcome = await mailer.send({ id: mailId, ...mail }, stopping ? AbortSignal.any([stopping, timeout]) : timeout);
  if (outcome.kind === 'sent') return true;
  const { reason } = outcome;
  if (outcome.kind === 'refused') {
    logger.warn({ mailId, reason }, 'a mail was refused for good, and is deleted');
    return true;
  }
  // That the server stops is known already.
  if (!stopping?.aborted) {
    seldom(() => logger.warn({ mailId, attempts, reason }, 'mails cannot be sent now, and are tried again later'));
  }
  return false;
}

function readable(services: Services, mailId: string, content: Buffer): Mail | null {
  try {
    return openMail(services, mailId, content);
  } catch {
    services.logger.warn({ mailId }, 'a mail was written under another SECRET_KEY, cannot be read, and is deleted');
    return null;
  }
}
