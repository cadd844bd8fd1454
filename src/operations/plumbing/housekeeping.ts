import type { Database } from '../../db/database.js';
import { deleteOldInvitations } from '../../db/sql/people/invitations.js';
import { deleteExpiredMails } from '../../db/sql/people/mails.js';
import { deleteOldCodes } from '../../db/sql/people/one-time-codes.js';
import { deleteUnverified } from '../../db/sql/people/people.js';
import { deleteOldSessions } from '../../db/sql/people/sessions.js';
import {
  deleteChatBatch,
  deleteOldAnswers,
  deleteOldCalls,
  deleteOldTries,
  listRetentions,
  redactChatBatch,
} from '../../db/sql/plumbing/housekeeping.js';
import { dropParkedReports } from '../../db/sql/plumbing/inbox.js';
import { deleteCampaigns, deleteMessages, redactCampaigns, redactMessages } from '../../db/sql/sms/old-messages.js';
import { deleteOrphans } from '../../db/sql/webhooks/deliveries.js';
import type { OrganisationTx } from '../../db/transaction.js';
import { LIMITS } from '../../domain/limits.js';
import { isAbort } from '../../lib/async/abort.js';
import { stepByStep } from '../../lib/async/step-by-step.js';
import { isDatabaseAway, isTransactionTimeout } from '../../lib/database-away.js';
import { HIGHEST_ID, LOWEST_ID, lowestIdAt } from '../../lib/ids.js';
import type { Logger } from '../../lib/log/logger.js';
import type { Services } from '../context.js';
import { deleteExpiredEvents } from '../events/event-log.js';
import { cancelForgottenCampaigns } from '../sms/campaigns/cancel-forgotten.js';
import { eraseEnded } from '../sms/messages/erase-ended.js';
import { type OldMessages, type Taken, takeDeferred, takeNext } from '../sms/messages/old-messages.js';

const DAY_MS = 24 * 3600 * 1000;
const ROWS_PER_STEP = 500;
/** For each gateway. Another system on the same account, or anyone who knows its secret, can make any number that match no message. */
const PARKED_REPORTS_AT_MOST = 100_000;

/**
 * Deletes what must not be kept (stored answers after a day, unfinished sign-ups, numbers and texts after the retention of each
 * organisation, for which it cancels campaigns that stay paused, messages and events after theirs) and what is no longer needed
 * (counts of calls, reports that match no message, deliveries to deleted webhooks). It works in short transactions, so that a worker
 * that stops ends it between two of them (`Database.until`).
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
  const retentions = await db.acrossOrganisations((tx) => listRetentions(tx, policy));
  for (const { organisation_id: organisationId, redacted_after: days, deleted_after: deletedAfter } of retentions) {
    const attemptFor = (task: string, run: () => Promise<unknown>) => attempt(logger, { task, organisationId }, run);
    await attemptFor('cancelForgottenCampaigns', () => cancelForgottenCampaigns(services, organisationId, days));
    await attemptFor('redact', () => redact(services, { organisationId, days }));
    await attemptFor('eraseEndedMessages', () => eraseEndedMessages(services, organisationId));
    if (deletedAfter !== null) {
      const retention = { organisationId, days: deletedAfter };
      await attemptFor('deleteOldMessages', () => deleteOldMessages(services, retention));
    }
    await attemptFor('deleteExpiredEvents', () => deleteExpiredEvents(services, organisationId));
    await attemptFor('deleteOrphanedDeliveries', () => deleteOrphanedDeliveries(services, organisationId));
  }
}

/**
 * A task that fails must not stop the others, unless the database is away, which all of them need, or the worker stops. One that is
 * always too slow for a transaction would otherwise end every run at the same organisation.
 */
async function attempt(logger: Logger, what: object, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isAway = isDatabaseAway(error) && !isTransactionTimeout(error);
    if (isAway || isAbort(error)) throw error;
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

interface Retention {
  readonly organisationId: string;
  readonly days: number;
}

async function redact({ db, logger }: Services, { organisationId, days }: Retention): Promise<void> {
  const before = lowestIdAt(Date.now() - days * DAY_MS);
  const sms = { task: 'redaction', before, take: redactMessages } as const;
  const redacted = await takeOldMessages(db, sms, organisationId);
  await inSteps((limit) => db.inOrganisation(organisationId, (tx) => redactCampaigns(tx, before, limit)));
  const chat = await inSteps((limit) => db.inOrganisation(organisationId, (tx) => redactChatBatch(tx, before, limit)));
  if (redacted + chat > 0) {
    logger.info({ messages: redacted + chat }, 'messages past their retention were redacted');
  }
}

async function deleteOldMessages({ db, logger }: Services, { organisationId, days }: Retention): Promise<void> {
  const before = lowestIdAt(Date.now() - days * DAY_MS);
  const sms = { task: 'deletion', before, take: deleteMessages } as const;
  const deleted = await takeOldMessages(db, sms, organisationId);
  const campaigns = await inSteps((limit) =>
    db.inOrganisation(organisationId, (tx) => deleteCampaigns(tx, before, limit)),
  );
  const chat = await inSteps((limit) => db.inOrganisation(organisationId, (tx) => deleteChatBatch(tx, before, limit)));
  if (deleted + campaigns + chat > 0) {
    logger.info({ organisationId, messages: deleted + chat, campaigns }, 'old messages were deleted');
  }
}

/** Erases messages of erased numbers that a gateway had at that time. */
async function eraseEndedMessages({ db, secretKey }: Services, organisationId: string): Promise<void> {
  const ended: OldMessages = {
    task: 'erasure',
    before: HIGHEST_ID,
    take: (tx, messageIds) => eraseEnded(tx, secretKey, messageIds),
  };
  await followTaken(db, organisationId, (tx, after) => takeDeferred(tx, ended, { after, limit: ROWS_PER_STEP }));
}

/** Takes messages that have become old, and then those that had been old before they ended. Returns how many it took. */
async function takeOldMessages(db: Database, old: OldMessages, organisationId: string): Promise<number> {
  const fresh = await followTaken(db, organisationId, (tx) => takeNext(tx, old, ROWS_PER_STEP));
  const late = await followTaken(db, organisationId, (tx, after) =>
    takeDeferred(tx, old, { after, limit: ROWS_PER_STEP }),
  );
  return fresh + late;
}

async function followTaken(
  db: Database,
  organisationId: string,
  step: (tx: OrganisationTx, after: string) => Promise<Taken>,
): Promise<number> {
  let all = 0;
  let after = LOWEST_ID;
  await stepByStep(async () => {
    const { taken, last } = await db.inOrganisation(organisationId, (tx) => step(tx, after));
    all += taken;
    after = last ?? after;
    return last === null;
  });
  return all;
}

/** Runs short transactions until no row is left. Returns the number of rows. */
async function inSteps(step: (limit: number) => Promise<number>): Promise<number> {
  let all = 0;
  await stepByStep(async () => {
    const rows = await step(ROWS_PER_STEP);
    all += rows;
    return rows < ROWS_PER_STEP;
  });
  return all;
}
