import { deleteOldInvitations } from '../../db/sql/people/invitations.js';
import { deleteExpiredMails } from '../../db/sql/people/mails.js';
import { deleteOldCodes } from '../../db/sql/people/one-time-codes.js';
import { deleteUnverified } from '../../db/sql/people/people.js';
import { deleteOldSessions } from '../../db/sql/people/sessions.js';
import {
  deleteOldAnswers,
  deleteOldCalls,
  deleteOldTries,
  listRetentions,
  redactBatch,
  redactChatBatch,
} from '../../db/sql/plumbing/housekeeping.js';
import { dropParkedReports } from '../../db/sql/plumbing/inbox.js';
import { deleteOrphans } from '../../db/sql/webhooks/deliveries.js';
import { LIMITS } from '../../domain/limits.js';
import { isAbort } from '../../lib/async/abort.js';
import { isDatabaseAway } from '../../lib/database-away.js';
import type { Logger } from '../../lib/log/logger.js';
import type { Services } from '../context.js';
import { deleteExpiredEvents } from '../events/event-log.js';
import { cancelForgottenCampaigns } from '../sms/campaigns/cancel-forgotten.js';

const ROWS_PER_STEP = 1_000;
/** For each gateway. Another system on the same account, or anyone who knows its secret, can make any number that match no message. */
const PARKED_REPORTS_AT_MOST = 100_000;

/**
 * Deletes what must not be kept (stored answers after a day, unfinished sign-ups, numbers and texts after the retention of each
 * organisation, for which it cancels campaigns that stay paused, events after that of the installation) and what is no longer needed (counts of calls, reports that match no
 * message, deliveries to deleted webhooks).
 */
export async function runHousekeeping(services: Services): Promise<void> {
  const { db, logger, policy } = services;
  for (const task of [
    deleteStoredAnswers,
    deleteCallCounts,
    deleteExpiredInvitations,
    deleteUnfinishedSignUps,
    deleteIdleSessions,
    deleteUnsentMails,
    limitParkedReports,
  ]) {
    await attempt(logger, { task: task.name }, () => task(services));
  }
  const retentions = await db.acrossOrganisations((tx) => listRetentions(tx, policy.retentionDays));
  for (const { organisation_id: organisationId, days } of retentions) {
    const attemptFor = (task: string, run: () => Promise<unknown>) => attempt(logger, { task, organisationId }, run);
    await attemptFor('cancelForgottenCampaigns', () => cancelForgottenCampaigns(services, organisationId, days));
    await attemptFor('redact', () => redact(services, organisationId, days));
    await attemptFor('deleteExpiredEvents', () => deleteExpiredEvents(services, organisationId));
    await attemptFor('deleteOrphanedDeliveries', () => deleteOrphanedDeliveries(services, organisationId));
  }
}

/** A task that fails must not stop the others, unless the database is away, which all of them need, or the worker stops. */
async function attempt(logger: Logger, what: object, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isDatabaseAway(error) || isAbort(error)) throw error;
    logger.error({ err: error, ...what }, 'a housekeeping task failed');
  }
}

function deleteStoredAnswers({ db }: Services): Promise<unknown> {
  return inSteps((limit) => db.acrossOrganisations((tx) => deleteOldAnswers(tx, LIMITS.idempotencyHours, limit)));
}

async function deleteCallCounts({ db }: Services): Promise<void> {
  await inSteps((limit) => db.acrossOrganisations((tx) => deleteOldCalls(tx, limit)));
  await inSteps((limit) => db.acrossOrganisations((tx) => deleteOldTries(tx, limit)));
}

function deleteExpiredInvitations({ db }: Services): Promise<unknown> {
  return db.acrossOrganisations((tx) => deleteOldInvitations(tx, LIMITS.expiredInvitationDays));
}

function deleteUnfinishedSignUps({ db }: Services): Promise<unknown> {
  return db.amongPeople(async (tx) => {
    await deleteOldCodes(tx, LIMITS.codeRenewalHours);
    await deleteUnverified(tx, LIMITS.codeRenewalHours);
  });
}

function deleteIdleSessions({ db }: Services): Promise<unknown> {
  return db.amongPeople((tx) => deleteOldSessions(tx, LIMITS.personSessionIdleDays));
}

async function deleteUnsentMails({ db, logger }: Services): Promise<void> {
  const expired = await db.amongPeople(deleteExpiredMails);
  if (expired > 0) logger.warn({ mails: expired }, 'mails were not sent in time and were deleted');
}

async function limitParkedReports({ db, logger }: Services): Promise<void> {
  const dropped = await db.acrossOrganisations((tx) => dropParkedReports(tx, PARKED_REPORTS_AT_MOST));
  for (const some of dropped) logger.warn(some, 'too many reports match no message; the oldest were dropped');
}

function deleteOrphanedDeliveries({ db }: Services, organisationId: string): Promise<unknown> {
  return inSteps((limit) => db.inOrganisation(organisationId, (tx) => deleteOrphans(tx, limit)));
}

async function redact({ db, logger }: Services, organisationId: string, days: number): Promise<void> {
  let redacted = 0;
  for (const redactNext of [redactBatch, redactChatBatch]) {
    redacted += await inSteps((limit) => db.inOrganisation(organisationId, (tx) => redactNext(tx, days, limit)));
  }
  if (redacted > 0) logger.info({ messages: redacted }, 'messages past their retention were redacted');
}

/** Runs short transactions until no row is left. Returns the number of rows. */
async function inSteps(step: (limit: number) => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const rows = await step(ROWS_PER_STEP);
    all += rows;
    if (rows < ROWS_PER_STEP) return all;
  }
}
