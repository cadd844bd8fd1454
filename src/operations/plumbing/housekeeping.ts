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
import { isDatabaseAway } from '../../lib/database-away.js';
import { HIGHEST_ID, LOWEST_ID, lowestIdAt } from '../../lib/ids.js';
import type { Logger } from '../../lib/log/logger.js';
import type { Services } from '../context.js';
import { deleteExpiredEvents } from '../events/event-log.js';
import { cancelForgottenCampaigns } from '../sms/campaigns/cancel-forgotten.js';
import { eraseEnded } from '../sms/messages/erase-ended.js';
import { type OldMessages, type Taken, takeDeferred, takeNext } from '../sms/messages/old-messages.js';

const DAY_MS = 24 * 3600 * 1000;
const ROWS_PER_STEP = 1_000;
/** For each gateway. Another system on the same account, or anyone who knows its secret, can make any number that match no message. */
const PARKED_REPORTS_AT_MOST = 100_000;

/**
 * Deletes what must not be kept (stored answers after a day, unfinished sign-ups, numbers and texts after the retention of each
 * organisation, for which it cancels campaigns that stay paused, messages and events after theirs) and what is no longer needed (counts of calls, reports that match no
 * message, deliveries to deleted webhooks). It works in short transactions, and begins none after the signal has aborted.
 */
export async function runHousekeeping(services: Services, signal: AbortSignal = NEVER): Promise<void> {
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
    if (signal.aborted) return;
    await attempt(logger, { task: task.name }, () => task(services, signal));
  }
  const retentions = await db.acrossOrganisations((tx) => listRetentions(tx, policy));
  for (const { organisation_id: organisationId, redacted_after: days, deleted_after: deletedAfter } of retentions) {
    const attemptFor = async (task: string, run: () => Promise<unknown>) => {
      if (!signal.aborted) await attempt(logger, { task, organisationId }, run);
    };
    await attemptFor('cancelForgottenCampaigns', () => cancelForgottenCampaigns(services, organisationId, days));
    await attemptFor('redact', () => redact(services, { organisationId, days, signal }));
    await attemptFor('eraseEndedMessages', () => eraseEndedMessages(services, { organisationId, signal }));
    if (deletedAfter !== null) {
      const retention = { organisationId, days: deletedAfter, signal };
      await attemptFor('deleteOldMessages', () => deleteOldMessages(services, retention));
    }
    await attemptFor('deleteExpiredEvents', () => deleteExpiredEvents(services, organisationId, signal));
    await attemptFor('deleteOrphanedDeliveries', () => deleteOrphanedDeliveries(services, organisationId, signal));
  }
}

const NEVER = new AbortController().signal;

/** A task that fails must not stop the others, unless the database is away, which all of them need. */
async function attempt(logger: Logger, what: object, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    logger.error({ err: error, ...what }, 'a housekeeping task failed');
  }
}

function deleteStoredAnswers({ db }: Services, signal: AbortSignal): Promise<unknown> {
  return inSteps(signal, (limit) =>
    db.acrossOrganisations((tx) => deleteOldAnswers(tx, LIMITS.idempotencyHours, limit)),
  );
}

async function deleteCallCounts({ db }: Services, signal: AbortSignal): Promise<void> {
  await inSteps(signal, (limit) => db.acrossOrganisations((tx) => deleteOldCalls(tx, limit)));
  await inSteps(signal, (limit) => db.acrossOrganisations((tx) => deleteOldTries(tx, limit)));
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

function deleteOrphanedDeliveries({ db }: Services, organisationId: string, signal: AbortSignal): Promise<unknown> {
  return inSteps(signal, (limit) => db.inOrganisation(organisationId, (tx) => deleteOrphans(tx, limit)));
}

interface Retention {
  readonly organisationId: string;
  readonly days: number;
  readonly signal: AbortSignal;
}

async function redact({ db, logger }: Services, { organisationId, days, signal }: Retention): Promise<void> {
  const before = lowestIdAt(Date.now() - days * DAY_MS);
  const sms = { task: 'redaction', before, take: redactMessages } as const;
  const steps: Steps = { organisationId, signal };
  const redacted = await takeOldMessages(db, sms, steps);
  await inSteps(signal, (limit) => db.inOrganisation(organisationId, (tx) => redactCampaigns(tx, before, limit)));
  const chat = await inSteps(signal, (limit) =>
    db.inOrganisation(organisationId, (tx) => redactChatBatch(tx, before, limit)),
  );
  if (redacted + chat > 0) {
    logger.info({ messages: redacted + chat }, 'messages past their retention were redacted');
  }
}

async function deleteOldMessages({ db, logger }: Services, { organisationId, days, signal }: Retention): Promise<void> {
  const before = lowestIdAt(Date.now() - days * DAY_MS);
  const sms = { task: 'deletion', before, take: deleteMessages } as const;
  const deleted = await takeOldMessages(db, sms, { organisationId, signal });
  const campaigns = await inSteps(signal, (limit) =>
    db.inOrganisation(organisationId, (tx) => deleteCampaigns(tx, before, limit)),
  );
  const chat = await inSteps(signal, (limit) =>
    db.inOrganisation(organisationId, (tx) => deleteChatBatch(tx, before, limit)),
  );
  if (deleted + campaigns + chat > 0) {
    logger.info({ organisationId, messages: deleted + chat, campaigns }, 'old messages were deleted');
  }
}

type Steps = Pick<Retention, 'organisationId' | 'signal'>;

/** Erases messages of erased numbers that a gateway had at that time. */
async function eraseEndedMessages({ db, secretKey }: Services, { organisationId, signal }: Steps): Promise<void> {
  const ended: OldMessages = {
    task: 'erasure',
    before: HIGHEST_ID,
    take: (tx, messageIds) => eraseEnded(tx, secretKey, messageIds),
  };
  await followTaken(db, { organisationId, signal }, (tx, after) =>
    takeDeferred(tx, ended, { after, limit: ROWS_PER_STEP }),
  );
}

/** Takes messages that have become old, and then those that had been old before they ended. Returns how many it took. */
async function takeOldMessages(db: Database, old: OldMessages, steps: Steps): Promise<number> {
  const fresh = await followTaken(db, steps, (tx) => takeNext(tx, old, ROWS_PER_STEP));
  const late = await followTaken(db, steps, (tx, after) => takeDeferred(tx, old, { after, limit: ROWS_PER_STEP }));
  return fresh + late;
}

async function followTaken(
  db: Database,
  { organisationId, signal }: Steps,
  step: (tx: OrganisationTx, after: string) => Promise<Taken>,
): Promise<number> {
  let all = 0;
  for (let after: string | null = LOWEST_ID; after !== null && !signal.aborted; ) {
    const from: string = after;
    const { taken, last }: Taken = await db.inOrganisation(organisationId, (tx) => step(tx, from));
    all += taken;
    after = last;
  }
  return all;
}

/** Runs short transactions until no row is left. Returns the number of rows. */
async function inSteps(signal: AbortSignal, step: (limit: number) => Promise<number>): Promise<number> {
  let all = 0;
  while (!signal.aborted) {
    const rows = await step(ROWS_PER_STEP);
    all += rows;
    if (rows < ROWS_PER_STEP) break;
  }
  return all;
}
