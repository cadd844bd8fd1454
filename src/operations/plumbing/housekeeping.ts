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
  type Retentions,
  redactChatBatch,
} from '../../db/sql/plumbing/housekeeping.js';
import { dropParkedReports } from '../../db/sql/plumbing/inbox.js';
import { deleteCampaigns, deleteMessages, redactCampaigns, redactMessages } from '../../db/sql/sms/old-messages.js';
import { deleteOrphans } from '../../db/sql/webhooks/deliveries.js';
import { LIMITS } from '../../domain/limits.js';
import { isAbort } from '../../lib/async/abort.js';
import { runPaced } from '../../lib/async/run-paced.js';
import { isDatabaseAway, isTransactionTimeout } from '../../lib/database-away.js';
import { HIGHEST_ID, LOWEST_ID, lowestIdAt } from '../../lib/ids.js';
import type { Logger } from '../../lib/log/logger.js';
import type { Services } from '../context.js';
import { deleteExpiredEvents } from '../events/event-log.js';
import { cancelForgottenCampaigns } from '../sms/campaigns/cancel-forgotten.js';
import { eraseEnded } from '../sms/messages/erase-ended.js';
import { type OldMessages, takeDeferred, takeNext } from '../sms/messages/old-messages.js';

const DAY_MS = 24 * 3600 * 1000;
const ROWS_PER_STEP = 500;
/** Of each task of an organisation. One with a backlog comes again after all others. */
const STEPS_PER_VISIT = 20;
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
  let behind = await db.acrossOrganisations((tx) => listRetentions(tx, policy));
  while (behind.length > 0) {
    const left: Retentions[] = [];
    for (const retentions of behind) {
      if (!(await visit(services, retentions))) left.push(retentions);
    }
    behind = left;
  }
}

/** Returns false if the organisation has more to do than a visit may take. */
async function visit(services: Services, retentions: Retentions): Promise<boolean> {
  const { organisation_id: organisationId, redacted_after: days, deleted_after: deletedAfter } = retentions;
  const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
    cancelForgottenCampaigns: () => cancelForgottenCampaigns(services, organisationId, days),
    redact: () => redact(services, { organisationId, days }),
    eraseEndedMessages: () => eraseEndedMessages(services, organisationId),
    ...(deletedAfter !== null && {
      deleteOldMessages: () => deleteOldMessages(services, { organisationId, days: deletedAfter }),
    }),
    deleteExpiredEvents: () => deleteExpiredEvents(services, organisationId, STEPS_PER_VISIT),
    deleteOrphanedDeliveries: () => deleteOrphanedDeliveries(services, organisationId),
  };
  let isDone = true;
  for (const [task, run] of Object.entries(tasks)) {
    if ((await attempt(services.logger, { task, organisationId }, run)) === false) isDone = false;
  }
  return isDone;
}

/**
 * A task that fails must not stop the others, unless the database is away, which all of them need, or the worker stops. One that is
 * always too slow for a transaction would otherwise end every run at the same organisation.
 */
async function attempt<T>(logger: Logger, what: object, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    const isAway = isDatabaseAway(error) && !isTransactionTimeout(error);
    if (isAway || isAbort(error)) throw error;
    logger.error({ err: error, ...what }, 'a housekeeping task failed');
    return undefined;
  }
}

function deleteStoredAnswers({ db }: Services): Promise<unknown> {
  return toTheEnd((limit) => db.acrossOrganisations((tx) => deleteOldAnswers(tx, LIMITS.idempotencyHours, limit)));
}

async function deleteCallCounts({ db }: Services): Promise<void> {
  await toTheEnd((limit) => db.acrossOrganisations((tx) => deleteOldCalls(tx, limit)));
  await toTheEnd((limit) => db.acrossOrganisations((tx) => deleteOldTries(tx, limit)));
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

async function deleteOrphanedDeliveries({ db }: Services, organisationId: string): Promise<boolean> {
  const { isDone } = await inSteps((limit) => db.inOrganisation(organisationId, (tx) => deleteOrphans(tx, limit)));
  return isDone;
}

interface Retention {
  readonly organisationId: string;
  readonly days: number;
}

async function redact({ db, logger }: Services, { organisationId, days }: Retention): Promise<boolean> {
  const before = lowestIdAt(Date.now() - days * DAY_MS);
  const sms = await takeOldMessages(db, { task: 'redaction', before, take: redactMessages }, organisationId);
  const campaigns = await inSteps((limit) =>
    db.inOrganisation(organisationId, (tx) => redactCampaigns(tx, before, limit)),
  );
  const chat = await inSteps((limit) => db.inOrganisation(organisationId, (tx) => redactChatBatch(tx, before, limit)));
  const messages = sms.rows + chat.rows;
  if (messages > 0) logger.info({ messages }, 'messages past their retention were redacted');
  return sms.isDone && campaigns.isDone && chat.isDone;
}

async function deleteOldMessages({ db, logger }: Services, { organisationId, days }: Retention): Promise<boolean> {
  const before = lowestIdAt(Date.now() - days * DAY_MS);
  const sms = await takeOldMessages(db, { task: 'deletion', before, take: deleteMessages }, organisationId);
  const campaigns = await inSteps((limit) =>
    db.inOrganisation(organisationId, (tx) => deleteCampaigns(tx, before, limit)),
  );
  const chat = await inSteps((limit) => db.inOrganisation(organisationId, (tx) => deleteChatBatch(tx, before, limit)));
  const messages = sms.rows + chat.rows;
  if (messages + campaigns.rows > 0) {
    logger.info({ organisationId, messages, campaigns: campaigns.rows }, 'old messages were deleted');
  }
  return sms.isDone && campaigns.isDone && chat.isDone;
}

/** Erases messages of erased numbers that a gateway had at that time. */
async function eraseEndedMessages({ db, secretKey }: Services, organisationId: string): Promise<void> {
  const ended: OldMessages = {
    task: 'erasure',
    before: HIGHEST_ID,
    take: (tx, messageIds) => eraseEnded(tx, secretKey, messageIds),
  };
  await takeEnded(db, ended, organisationId);
}

interface Progress {
  readonly rows: number;
  readonly isDone: boolean;
}

/** Takes messages that have become old, and then those that had been old before they ended. */
async function takeOldMessages(db: Database, old: OldMessages, organisationId: string): Promise<Progress> {
  let rows = 0;
  const isDone = await runPaced(async () => {
    const step = await db.inOrganisation(organisationId, (tx) => takeNext(tx, old, ROWS_PER_STEP));
    rows += step?.taken ?? 0;
    return step !== null && step.last === null;
  }, STEPS_PER_VISIT);
  if (isDone) rows += await takeEnded(db, old, organisationId);
  return { rows, isDone };
}

/** Looks at all whose end was awaited, however many, because each look begins with the first. Returns how many it took. */
async function takeEnded(db: Database, old: OldMessages, organisationId: string): Promise<number> {
  let rows = 0;
  let after = LOWEST_ID;
  await runPaced(async () => {
    const page = { after, limit: ROWS_PER_STEP };
    const { taken, last } = await db.inOrganisation(organisationId, (tx) => takeDeferred(tx, old, page));
    rows += taken;
    after = last ?? after;
    return last === null;
  });
  return rows;
}

/** Runs short transactions until no row is left, or as many as a visit may take. */
async function inSteps(step: (limit: number) => Promise<number>, mostSteps = STEPS_PER_VISIT): Promise<Progress> {
  let all = 0;
  const isDone = await runPaced(async () => {
    const rows = await step(ROWS_PER_STEP);
    all += rows;
    return rows < ROWS_PER_STEP;
  }, mostSteps);
  return { rows: all, isDone };
}

function toTheEnd(step: (limit: number) => Promise<number>): Promise<Progress> {
  return inSteps(step, Number.POSITIVE_INFINITY);
}
