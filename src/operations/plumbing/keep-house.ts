import { deleteOldInvitations } from '../../db/sql/people/invitations.js';
import { deleteExpiredMails } from '../../db/sql/people/mails.js';
import { deleteOldCodes } from '../../db/sql/people/one-time-codes.js';
import { deleteUnverified } from '../../db/sql/people/people.js';
import { deleteOldSessions } from '../../db/sql/people/sessions.js';
import {
  deleteOldAnswers,
  deleteOldCounts,
  listRetentions,
  redactBatch,
  redactChatBatch,
} from '../../db/sql/plumbing/housekeeping.js';
import { dropParkedReports } from '../../db/sql/sms/drop-parked-reports.js';
import { deleteOrphans } from '../../db/sql/webhooks/delete-orphans.js';
import { LIMITS } from '../../domain/limits.js';
import { isDatabaseAway } from '../../lib/database-away.js';
import type { Logger } from '../../lib/log/logger.js';
import type { Services } from '../context.js';
import { forgetEvents } from '../events/forget-events.js';

const ROWS_PER_STEP = 1_000;
/** Of one gateway. Another system on the same account, or whoever has its secret, makes any number that match nothing. */
const PARKED_REPORTS_AT_MOST = 100_000;

/**
 * Forgets what must not be kept: stored answers after a day, what people left unfinished, numbers and texts after each
 * organisation's own time, and events after the installation's; and what nobody needs any more: counts of calls, reports
 * that match nothing, and what was delivered to webhooks that are gone.
 */
export async function keepHouse(services: Services): Promise<void> {
  const { db, logger, policy } = services;
  for (const forget of [
    forgetAnswers,
    forgetCounts,
    forgetInvitations,
    forgetSignUps,
    forgetPersonSessions,
    forgetMails,
    forgetParkedReports,
  ]) {
    await attempt(logger, { task: forget.name }, () => forget(services));
  }
  const retentions = await db.acrossOrganisations((tx) => listRetentions(tx, policy.retentionDays));
  for (const { organisation_id: organisationId, days } of retentions) {
    const attemptFor = (task: string, run: () => Promise<unknown>) => attempt(logger, { task, organisationId }, run);
    await attemptFor('redact', () => redact(services, organisationId, days));
    await attemptFor('forgetEvents', () => forgetEvents(services, organisationId));
    await attemptFor('forgetOrphans', () => forgetOrphans(services, organisationId));
  }
}

/** What fails keeps nothing else from being done; but without the database nothing can be. */
async function attempt(logger: Logger, what: object, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    logger.error({ err: error, ...what }, 'a part of the housekeeping failed');
  }
}

function forgetAnswers({ db }: Services): Promise<unknown> {
  return inSteps((limit) => db.acrossOrganisations((tx) => deleteOldAnswers(tx, LIMITS.idempotencyHours, limit)));
}

async function forgetCounts({ db }: Services): Promise<void> {
  for (const table of ['rate_limits', 'account_tries'] as const) {
    await inSteps((limit) => db.acrossOrganisations((tx) => deleteOldCounts(tx, table, limit)));
  }
}

function forgetInvitations({ db }: Services): Promise<unknown> {
  return db.acrossOrganisations((tx) => deleteOldInvitations(tx, LIMITS.expiredInvitationDays));
}

function forgetSignUps({ db }: Services): Promise<unknown> {
  return db.amongPeople(async (tx) => {
    await deleteOldCodes(tx, LIMITS.codeRenewalHours);
    await deleteUnverified(tx, LIMITS.codeRenewalHours);
  });
}

function forgetPersonSessions({ db }: Services): Promise<unknown> {
  return db.amongPeople((tx) => deleteOldSessions(tx, LIMITS.personSessionIdleDays));
}

async function forgetMails({ db, logger }: Services): Promise<void> {
  const expired = await db.amongPeople(deleteExpiredMails);
  if (expired > 0) logger.warn({ mails: expired }, 'mails were not sent in time, and are deleted');
}

async function forgetParkedReports({ db, logger }: Services): Promise<void> {
  const dropped = await db.acrossOrganisations((tx) => dropParkedReports(tx, PARKED_REPORTS_AT_MOST));
  for (const some of dropped) logger.warn(some, 'reports that match no message are too many: the oldest were dropped');
}

function forgetOrphans({ db }: Services, organisationId: string): Promise<unknown> {
  return inSteps((limit) => db.inOrganisation(organisationId, (tx) => deleteOrphans(tx, limit)));
}

async function redact({ db, logger }: Services, organisationId: string, days: number): Promise<void> {
  let redacted = 0;
  for (const redactNext of [redactBatch, redactChatBatch]) {
    redacted += await inSteps((limit) => db.inOrganisation(organisationId, (tx) => redactNext(tx, days, limit)));
  }
  if (redacted > 0) logger.info({ messages: redacted }, 'redacted what is past its retention');
}

/** One short transaction after the other until there is no more; returns how many rows that were. */
async function inSteps(step: (limit: number) => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const rows = await step(ROWS_PER_STEP);
    all += rows;
    if (rows < ROWS_PER_STEP) return all;
  }
}
