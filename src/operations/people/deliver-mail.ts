import { type DueMail, deleteMail, leaseDueMail, postponeMail } from '../../db/sql/people/mails.js';
import { MAIL_TIMEOUT_SECONDS, mailRetrySeconds } from '../../domain/people/mail.js';
import { createLogThrottle } from '../../lib/async/log-throttle.js';
import type { Services } from '../context.js';
import { openMail } from './write-mail.js';

/** Longer than the longest attempt, so that no other worker sends the mail while this one may still be sending it. */
const LEASE_SECONDS = MAIL_TIMEOUT_SECONDS + 30;
const WARNING_INTERVAL_MS = 60_000;

/** If the mail server is down every mail fails, so the warning is limited to one a minute. */
const throttled = createLogThrottle(WARNING_INTERVAL_MS);

export interface MailTurn {
  /** Aborts the attempt; the mail is sent again later. */
  readonly stopping?: AbortSignal;
  /** Called as soon as a mail is leased, so that other workers look for further mails before this one is sent. */
  readonly onBacklog?: () => void;
}

/**
 * Sends the mail that has been due longest. Returns false if none is due. Delivery is at least once: if the process
 * dies between sending and deleting, the mail is sent again after its lease, with the same Message-ID.
 */
export async function deliverMail(services: Services, { stopping, onBacklog }: MailTurn = {}): Promise<boolean> {
  const { db } = services;
  const due = await db.amongPeople((tx) => leaseDueMail(tx, LEASE_SECONDS));
  if (!due) return false;
  onBacklog?.();
  const isDone = await deliver(services, due, stopping);
  const { id, attempts } = due;
  await db.amongPeople((tx) =>
    isDone ? deleteMail(tx, id) : postponeMail(tx, due, mailRetrySeconds(attempts, Math.random())),
  );
  return true;
}

/** Returns false if the mail must be sent again. */
async function deliver(services: Services, due: DueMail, stopping: AbortSignal | undefined): Promise<boolean> {
  const { mailer, logger } = services;
  const { id: mailId, content, attempts, is_expired: isExpired } = due;
  // A decoy without recipient: see `writeMail`.
  if (!content) return true;
  if (isExpired) {
    logger.warn({ mailId, attempts: attempts - 1 }, 'mail was not sent in time: deleted');
    return true;
  }
  const mail = openMail(services, mailId, content);
  if (!mail) {
    logger.warn({ mailId }, 'mail was encrypted with another SECRET_KEY: deleted');
    return true;
  }
  const timeout = AbortSignal.timeout(MAIL_TIMEOUT_SECONDS * 1000);
  const outcome = await mailer.send({ id: mailId, ...mail }, stopping ? AbortSignal.any([stopping, timeout]) : timeout);
  if (outcome.kind === 'sent') return true;
  const { reason } = outcome;
  if (outcome.kind === 'refused') {
    logger.warn({ mailId, reason }, 'mail server refused a mail for good: deleted');
    return true;
  }
  // An aborted attempt is no fault of the mail server.
  if (!stopping?.aborted) {
    throttled(() => logger.warn({ mailId, attempts, reason }, 'could not send mail; will try again'));
  }
  return false;
}
