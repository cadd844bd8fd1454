import { deleteOldAnswers, listRetentions, redactBatch, redactChatBatch } from '../db/queries/housekeeping.js';
import { deleteOldInvitations } from '../db/queries/people/invitations.js';
import { deleteExpiredMails } from '../db/queries/people/mails.js';
import { deleteOldCodes } from '../db/queries/people/one-time-codes.js';
import { deleteUnverified } from '../db/queries/people/people.js';
import { deleteOldSessions } from '../db/queries/people/sessions.js';
import { acrossOrganisations, amongPeople, inOrganisation } from '../db/transaction.js';
import type { Services } from '../domain/context.js';
import { LIMITS } from '../domain/limits.js';
import { forgetEvents } from './events/forget-events.js';

const ROWS_PER_STEP = 1_000;

/**
 * Forgets what must not be kept: stored answers after a day, what people left unfinished, numbers and texts after each
 * organisation's own time, and events after the installation's.
 */
export async function keepHouse(services: Services): Promise<void> {
  const { orm, logger, policy } = services;
  await acrossOrganisations(orm, (tx) => deleteOldAnswers(tx, LIMITS.idempotencyHours));
  await acrossOrganisations(orm, (tx) => deleteOldInvitations(tx, LIMITS.expiredInvitationDays));
  await forgetUnfinished(services);
  const retentions = await acrossOrganisations(orm, (tx) => listRetentions(tx, policy.retentionDays));
  for (const { organisation_id: organisationId, days } of retentions) {
    const redacted = await redact(services, organisationId, days);
    if (redacted > 0) logger.info({ messages: redacted }, 'redacted what is past its retention');
    await forgetEvents(services, organisationId);
  }
}

async function forgetUnfinished({ orm, logger }: Services): Promise<void> {
  await amongPeople(orm, async (tx) => {
    await deleteOldCodes(tx, LIMITS.codeRenewalHours);
    await deleteUnverified(tx, LIMITS.codeRenewalHours);
  });
  await amongPeople(orm, (tx) => deleteOldSessions(tx, LIMITS.personSessionIdleDays));
  const expired = await amongPeople(orm, deleteExpiredMails);
  if (expired > 0) logger.warn({ mails: expired }, 'mails were not sent in time, and are deleted');
}

async function redact({ orm }: Services, organisationId: string, days: number): Promise<number> {
  let redacted = 0;
  for (const redactNext of [redactBatch, redactChatBatch]) {
    let rows: number;
    do {
      rows = await inOrganisation(orm, organisationId, (tx) => redactNext(tx, organisationId, days, ROWS_PER_STEP));
      redacted += rows;
    } while (rows === ROWS_PER_STEP);
  }
  return redacted;
}
