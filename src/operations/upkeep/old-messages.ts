/**
 * How old messages are redacted and deleted. Housekeeping takes the messages of an organisation in the order of their
 * ids, 500 a transaction, and remembers in `sms_bounds` how far it has come: otherwise each batch would walk past all
 * that were taken before. It looks again at deferred messages (`sms_deferred`) in every run. Redaction and deletion
 * have a bound each, and chat messages two of their own. Deletion also deletes the rows that belong to a message, and a
 * campaign after its last message; the sums of the statistics stay.
 */

import type { Database } from '../../db/database.js';
import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { deleteChatMessages, redactChatMessages } from '../../db/sql/chat/old-messages.js';
import { deleteInbound, redactInbound } from '../../db/sql/sms/inbound/old-inbound.js';
import {
  deleteCampaigns,
  deleteMessages,
  redactCampaigns,
  redactMessages,
} from '../../db/sql/sms/messages/old-messages.js';
import {
  defer,
  endDeferral,
  listDeferred,
  listMessageIds,
  lockBound,
  type MessageTable,
  moveBound,
  type TakenMessage,
} from '../../db/sql/upkeep/old-messages.js';
import type { OldMessageTask } from '../../domain/vocabulary.js';
import { runPaced } from '../../lib/async/run-paced.js';
import { HIGHEST_ID, LOWEST_ID, lowestIdAt } from '../../lib/ids.js';
import type { Services } from '../context.js';
import { eraseEnded } from '../sms/messages/erase-ended.js';

const DAY_MS = 24 * 3600 * 1000;
const ROWS_PER_STEP = 500;
/** For each task. An organisation with a backlog is visited again after all others. */
export const STEPS_PER_VISIT = 20;

interface Retention {
  readonly organisationId: string;
  readonly days: number;
}

export async function redact({ db, logger }: Services, retention: Retention): Promise<boolean> {
  const { messages, isDone } = await takeOld(db, retention, REDACTION);
  if (messages > 0) logger.info({ messages }, 'messages past their retention were redacted');
  return isDone;
}

export async function deleteOldMessages({ db, logger }: Services, retention: Retention): Promise<boolean> {
  const { organisationId } = retention;
  const { messages, campaigns, isDone } = await takeOld(db, retention, DELETION);
  if (messages + campaigns > 0) logger.info({ organisationId, messages, campaigns }, 'old messages were deleted');
  return isDone;
}

/** What becomes of the messages of each table, and then of campaigns. */
interface Ageing {
  readonly messages: readonly Omit<OldMessages, 'before'>[];
  campaigns(tx: OrganisationTx, before: string, limit: number): Promise<number>;
}

const REDACTION: Ageing = {
  messages: [
    { task: 'redaction', table: 'sms_messages', take: redactMessages },
    { task: 'inbound_redaction', table: 'inbound_messages', take: redactInbound },
    { task: 'chat_redaction', table: 'chat_messages', take: redactChatMessages },
  ],
  campaigns: redactCampaigns,
};

const DELETION: Ageing = {
  messages: [
    { task: 'deletion', table: 'sms_messages', take: deleteMessages },
    { task: 'inbound_deletion', table: 'inbound_messages', take: deleteInbound },
    { task: 'chat_deletion', table: 'chat_messages', take: deleteChatMessages },
  ],
  campaigns: deleteCampaigns,
};

async function takeOld(db: Database, { organisationId, days }: Retention, { messages, campaigns }: Ageing) {
  const before = lowestIdAt(Date.now() - days * DAY_MS);
  const taken: Progress[] = [];
  for (const some of messages) taken.push(await takeOldMessages(db, { ...some, before }, organisationId));
  const old = await inSteps((limit) => db.inOrganisation(organisationId, (tx) => campaigns(tx, before, limit)));
  return {
    messages: taken.reduce((sum, { rows }) => sum + rows, 0),
    campaigns: old.rows,
    isDone: [...taken, old].every(({ isDone }) => isDone),
  };
}

/** Erases messages of erased numbers that a gateway had at that time. */
export async function eraseEndedMessages({ db, secretKey }: Services, organisationId: string): Promise<void> {
  const ended: EndedMessages = {
    task: 'erasure',
    before: HIGHEST_ID,
    take: async (tx, messageIds) => (await eraseEnded(tx, secretKey, messageIds)).messages,
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
    if (step === null) return 'locked';
    rows += step.taken;
    return step.last === null;
  }, STEPS_PER_VISIT);
  if (isDone) rows += await takeEnded(db, old, organisationId);
  return { rows, isDone };
}

/** Looks at all deferred messages, because each run begins with the first. Returns how many it took. */
async function takeEnded(db: Database, old: EndedMessages, organisationId: string): Promise<number> {
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
export async function inSteps(step: (limit: number) => Promise<number>): Promise<Progress> {
  let all = 0;
  const isDone = await runPaced(async () => {
    const rows = await step(ROWS_PER_STEP);
    all += rows;
    return rows < ROWS_PER_STEP;
  }, STEPS_PER_VISIT);
  return { rows: all, isDone };
}

/** What housekeeping does with messages that have ended. */
interface EndedMessages {
  readonly task: OldMessageTask;
  readonly before: string;
  /** Messages that it need not come back to may be missing from the result. */
  take(tx: OrganisationTx, messageIds: readonly string[]): Promise<readonly TakenMessage[]>;
}

/** What it does with all that are older than an id. */
interface OldMessages extends EndedMessages {
  readonly table: MessageTable;
}

/** The outcome of a step. */
interface Taken {
  readonly taken: number;
  /** The last message that the step has looked at; null: there are no further ones. */
  readonly last: string | null;
}

/**
 * Takes the next messages behind the remembered bound, and moves it. It never waits for messages that have not ended:
 * these are deferred, so a message that is scheduled for next year does not hold up the others. Returns null if another
 * worker is in the middle of a step, which may be rolled back: the caller has to try again.
 */
async function takeNext(tx: OrganisationTx, old: OldMessages, limit: number): Promise<Taken | null> {
  const { task, before } = old;
  const bound = await lockBound(tx, task);
  if (bound === null) return null;
  // If the clock was set back since, or the retention was made longer, new messages would stay behind the bound.
  const isAhead = bound > before;
  const after = isAhead ? before : bound;
  const ids = await listMessageIds(tx, old.table, { after, before, limit });
  const { taken, left } = await take(tx, old, ids);
  await defer(tx, task, left);
  const upTo = ids.at(-1) ?? after;
  if (upTo !== bound) await moveBound(tx, task, upTo);
  return { taken, last: ids.length < limit ? null : upTo };
}

/** Takes those of the next deferred messages that have ended since. */
async function takeDeferred(
  tx: OrganisationTx,
  old: EndedMessages,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Taken> {
  const { task, before } = old;
  const ids = await listDeferred(tx, task, { after, before, limit });
  const { taken, left } = await take(tx, old, ids);
  const waiting = new Set(left);
  await endDeferral(
    tx,
    task,
    ids.filter((id) => !waiting.has(id)),
  );
  return { taken, last: ids.length < limit ? null : (ids.at(-1) ?? null) };
}

async function take(tx: OrganisationTx, old: EndedMessages, ids: readonly string[]) {
  const messages = ids.length > 0 ? await old.take(tx, ids) : [];
  const left = messages.filter((message) => message.left).map(({ id }) => id);
  return { taken: messages.length - left.length, left };
}
