import { deleteExpiredExportLinks } from '../../db/sql/exports/export-links.js';
import { dropParkedReports, type Inbox } from '../../db/sql/kernel/inbox.js';
import { deleteOldInvitations } from '../../db/sql/people/invitations.js';
import { deleteExpiredMails } from '../../db/sql/people/mails.js';
import { deleteOldCodes } from '../../db/sql/people/one-time-codes.js';
import { deleteUnverified } from '../../db/sql/people/people.js';
import { deleteOldSessions } from '../../db/sql/people/sessions.js';
import {
  deleteOldAnswers,
  deleteOldCounts,
  listRetentions,
  type Retentions,
} from '../../db/sql/upkeep/housekeeping.js';
import { deleteOrphans } from '../../db/sql/webhooks/deliveries.js';
import { LIMITS } from '../../domain/limits.js';
import { isAbort } from '../../lib/async/abort.js';
import { isDatabaseAway, isTransactionTimeout } from '../../lib/database-away.js';
import type { Services } from '../context.js';
import { deleteExpiredEvents } from '../events/event-log.js';
import { cancelForgottenCampaigns } from '../sms/campaigns/cancel-forgotten.js';
import { COORDINATOR, groupByNode, type LastVisited } from './group-by-node.js';
import { deleteOldMessages, eraseEndedMessages, inSteps, redact, STEPS_PER_VISIT } from './old-messages.js';
import type { PeriodicTask } from './periodic-tasks.js';

/**
 * For each gateway. Another system on the same account, or anyone who knows its secret, can make any number that match
 * no message. STOPs to a number of no organisation are kept until it is configured, up to here.
 */
const PARKED_REPORTS_AT_MOST = 100_000;

/**
 * How long a run goes on if there is always more to do. What became due meanwhile waits for the next run, which begins
 * at once.
 */
const LONGEST_RUN_MS = 3_600_000;
/** How long it goes on when the work on one node has failed, which the next run tries again. */
const AFTER_FAILURE_MS = 60_000;

export interface HousekeepingOptions {
  /** On each node the run begins with the organisation after this one. */
  readonly after?: LastVisited;
  readonly longestMs?: number;
  readonly onVisit?: (visited: Retentions) => void;
  /** Called for each task that fails and stops no others. */
  readonly onFailure?: () => void;
}

/**
 * The periodic task. A run that ran out of time, or was ended by an error, is followed by one that begins with the next
 * organisations, so that each has its turn. Another worker that takes the task over begins with the first.
 */
export function createHousekeeping(options: Pick<HousekeepingOptions, 'longestMs'> = {}): PeriodicTask['run'] {
  const after = new Map<number, string>();
  let failures = 0;
  return async (services) => {
    const isDone = await runHousekeeping(services, {
      ...options,
      after,
      onVisit: ({ node, organisation_id: id }) => after.set(node, id),
      onFailure: () => {
        failures += 1;
      },
    });
    if (!isDone) return false;
    const result = failures > 0 ? 'failed in part' : true;
    after.clear();
    failures = 0;
    return result;
  };
}

/**
 * Deletes what must not be kept and what is no longer needed: `FOR_ALL_ORGANISATIONS` and `visitTo` list the tasks. It
 * works in short transactions, so that a worker that stops ends it between two of them (`Database.until`). Returns
 * false if it ran out of time.
 *
 * It works on the nodes of the database side by side, since each has disks and processors of its own. An error ends the
 * work on its node, and soon the run, but not before the others have ended too: afterwards the worker may lose the
 * lease of the task.
 */
export async function runHousekeeping(
  services: Services,
  {
    after = new Map(),
    longestMs = LONGEST_RUN_MS,
    onVisit = () => undefined,
    onFailure = () => undefined,
  }: HousekeepingOptions = {},
): Promise<boolean> {
  const { db, policy } = services;
  const end = { atMs: performance.now() + longestMs };
  const nodes = groupByNode(await db.acrossOrganisations((tx) => listRetentions(tx, policy)), after);
  const work = [...nodes].map(async ([node, organisations]) => {
    try {
      return await cleanNode(services, { node, organisations, end, onVisit, onFailure });
    } catch (error) {
      end.atMs = Math.min(end.atMs, performance.now() + AFTER_FAILURE_MS);
      throw error;
    }
  });
  const results = await Promise.allSettled(work);
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const [error] = errors;
  if (errors.length > 1 && !isAbort(error)) throw new AggregateError(errors, 'The work on several nodes has failed.');
  if (error) throw error;
  return results.every((result) => result.status === 'fulfilled' && result.value);
}

interface NodeWork extends Pick<Required<HousekeepingOptions>, 'onVisit' | 'onFailure'> {
  readonly node: number;
  readonly organisations: readonly Retentions[];
  /** All nodes share it, and it may move. */
  readonly end: { readonly atMs: number };
}

/** Visits the organisations of a node one after the other. Returns false if it ran out of time. */
async function cleanNode(
  services: Services,
  { node, organisations, end, onVisit, onFailure }: NodeWork,
): Promise<boolean> {
  const onNode = { ...services, db: services.db.selfContained };
  // A person has asked for these, so they wait for no backlog.
  for (const { organisation_id: organisationId } of organisations) {
    await attempt({ ...onNode, onFailure }, { task: eraseEndedMessages.name, organisationId }, () =>
      eraseEndedMessages(onNode, organisationId),
    );
  }
  let isDoneForAll = node !== COORDINATOR || (await makeVisit({ ...services, onFailure }, FOR_ALL_ORGANISATIONS));
  let behind = organisations;
  while (behind.length > 0) {
    const left: Retentions[] = [];
    for (const organisation of behind) {
      if (!(await makeVisit({ ...onNode, onFailure }, visitTo(organisation)))) left.push(organisation);
      onVisit(organisation);
      // Not before it has visited an organisation, so that the next run begins further on.
      if (performance.now() >= end.atMs) return false;
      // In between, so that it waits for one backlog at a time.
      isDoneForAll ||= await makeVisit({ ...services, onFailure }, FOR_ALL_ORGANISATIONS);
    }
    behind = left;
  }
  while (!isDoneForAll && performance.now() < end.atMs)
    isDoneForAll = await makeVisit({ ...services, onFailure }, FOR_ALL_ORGANISATIONS);
  return isDoneForAll;
}

interface Housekeeper extends Services, Pick<Required<HousekeepingOptions>, 'onFailure'> {}

/** Tasks that each take no more than a part of a large backlog. */
interface Visit {
  readonly organisationId?: string;
  /** A task that leaves a part of its backlog resolves with false. */
  readonly tasks: Readonly<Record<string, (services: Services) => Promise<unknown>>>;
}

const FOR_ALL_ORGANISATIONS: Visit = {
  tasks: {
    deleteCallCounts,
    deleteExpiredInvitations,
    deleteEndedExportLinks,
    deleteUnfinishedSignUps,
    deleteIdleSessions,
    deleteUnsentMails,
    limitParkedReports,
    // Last, because it needs every node: if one is away, it ends the visit.
    deleteStoredAnswers,
  },
};

function visitTo({
  organisation_id: organisationId,
  redacted_after: days,
  deleted_after: deletedAfter,
}: Retentions): Visit {
  return {
    organisationId,
    tasks: {
      cancelForgottenCampaigns: (services) => cancelForgottenCampaigns(services, organisationId, days),
      redact: (services) => redact(services, { organisationId, days }),
      ...(deletedAfter !== null && {
        deleteOldMessages: (services: Services) => deleteOldMessages(services, { organisationId, days: deletedAfter }),
      }),
      deleteExpiredEvents: (services) => deleteExpiredEvents(services, organisationId, STEPS_PER_VISIT),
      deleteOrphanedDeliveries: (services) => deleteOrphanedDeliveries(services, organisationId),
    },
  };
}

/** Returns false if a task has more to do than a visit may take. */
async function makeVisit(services: Housekeeper, { organisationId, tasks }: Visit): Promise<boolean> {
  let isDone = true;
  for (const [task, run] of Object.entries(tasks)) {
    const result = await attempt(services, { task, organisationId }, () => run(services));
    if (result === false) isDone = false;
  }
  return isDone;
}

/**
 * A task that fails must not stop the others, unless the database is away, which all of them need, or the worker stops.
 * One that is always too slow for a transaction would otherwise end every run at the same organisation.
 */
async function attempt<T>(
  { logger, onFailure }: Housekeeper,
  what: object,
  run: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    const isAway = isDatabaseAway(error) && !isTransactionTimeout(error);
    if (isAway || isAbort(error)) throw error;
    logger.error({ err: error, ...what }, 'a housekeeping task failed');
    onFailure();
    return undefined;
  }
}

async function deleteStoredAnswers({ db }: Services): Promise<boolean> {
  const { isDone } = await inSteps((limit) =>
    db.acrossOrganisations((tx) => deleteOldAnswers(tx, LIMITS.idempotencyHours, limit)),
  );
  return isDone;
}

async function deleteCallCounts({ db }: Services): Promise<boolean> {
  const calls = await inSteps((limit) => db.acrossOrganisations((tx) => deleteOldCounts(tx, 'rate_limits', limit)));
  const tries = await inSteps((limit) => db.acrossOrganisations((tx) => deleteOldCounts(tx, 'account_tries', limit)));
  return calls.isDone && tries.isDone;
}

function deleteExpiredInvitations({ db }: Services): Promise<unknown> {
  return db.acrossOrganisations((tx) => deleteOldInvitations(tx, LIMITS.expiredInvitationDays));
}

function deleteEndedExportLinks({ db }: Services): Promise<unknown> {
  return db.acrossOrganisations(deleteExpiredExportLinks);
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
  const drop = (inbox: Inbox) => db.acrossOrganisations((tx) => dropParkedReports(tx, inbox, PARKED_REPORTS_AT_MOST));
  for (const some of await drop('sms_reports')) {
    logger.warn(some, 'too many reports match no message; the oldest were dropped');
  }
  for (const some of await drop('inbound_sms')) {
    logger.error(
      some,
      'too many inbound SMS, perhaps STOPs, are to numbers of no organisation; the oldest were dropped',
    );
  }
}

async function deleteOrphanedDeliveries({ db }: Services, organisationId: string): Promise<boolean> {
  const { isDone } = await inSteps((limit) => db.inOrganisation(organisationId, (tx) => deleteOrphans(tx, limit)));
  return isDone;
}
