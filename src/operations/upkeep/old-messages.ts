/**
 * How old messages are redacted and deleted. Housekeeping takes the messages of an organisation in the order of their
 * ids, 500 a transaction, and remembers in `sms_bounds` how far it has come: otherwise each batch would walk past all
 * that were taken before. It looks again at deferred messages (`sms_deferred`) in every run. Redaction and deletion
 * have a bound each, and chat messages two of their own. Deletion takes what hangs on a message with it, and a campaign
 * after its last message; the sums of the statistics stay.
 */

import type { OrganisationTx } from '../../db/postgres/transaction.js';
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

/** What housekeeping does with messages that have ended. */
export interface EndedMessages {
  readonly task: OldMessageTask;
  readonly before: string;
  /** Messages that it need not come back to may be missing from the result. */
  take(tx: OrganisationTx, messageIds: readonly string[]): Promise<readonly TakenMessage[]>;
}

/** What it does with all that are older than an id. */
export interface OldMessages extends EndedMessages {
  readonly table: MessageTable;
}

/** The outcome of a step. */
export interface Taken {
  readonly taken: number;
  /** The last message that the step has looked at; null: there are no further ones. */
  readonly last: string | null;
}

/**
 * Takes the next messages behind the remembered bound, and moves it. It never waits for messages that have not ended:
 * these are deferred, so a message that is scheduled for next year does not hold up the others. Returns null if another
 * worker is in the middle of a step, which may be rolled back: the caller has to try again.
 */
export async function takeNext(tx: OrganisationTx, old: OldMessages, limit: number): Promise<Taken | null> {
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
export async function takeDeferred(
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
