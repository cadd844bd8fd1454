/**
 * How a number is erased:
 *
 * 1. The call finds messages to the number as a search does, oldest first, 500 a transaction with an audit entry. It
 *    cancels those that no worker has claimed, erases those that have ended, and leaves the others to housekeeping.
 * 2. The same transaction replaces suppressions of the number by keyed hashes (`erased_suppressions`). Claims, bulk
 *    plans and `checkNumbers` compare numbers with them under every secret key that may have made them
 *    (`db/sql/kernel/secret-keys.ts`).
 * 3. It rewrites stored reports that name the number before, while the ids of their messages still tell whose they are,
 *    and stored answers afterwards. If it dies in between, the caller repeats it.
 * 4. `erase-from-others.ts` masks the number in labels of what was sent to others, and never changes a text. After five
 *    seconds the call ends, and its cursor says where the search goes on.
 */

import { walkRows } from '../../db/lists/walk.js';
import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { findRetries } from '../../db/sql/sms/campaigns/retries.js';
import { eraseInbound } from '../../db/sql/sms/inbound/old-inbound.js';
import { SMS_SEARCH } from '../../db/sql/sms/messages/search-messages.js';
import { eraseSuppressions } from '../../db/sql/sms/recipients/erased-suppressions.js';
import {
  type AnswerPlace,
  countChatMessagesTo,
  eraseChatMessages,
  lockMessagesTo,
  lockNamingAnswers,
} from '../../db/sql/upkeep/erasure.js';
import { defer } from '../../db/sql/upkeep/old-messages.js';
import { invalidField } from '../../domain/errors.js';
import { CursorCodec, type CursorKey } from '../../domain/paging.js';
import { hashMobile } from '../../domain/secret-keys.js';
import { MAX_INPUT_CHARS, malformedMobile, parseMobile, spellingsOf } from '../../domain/sms/phone-number.js';
import { createKeyedSemaphore, createSemaphore } from '../../lib/async/semaphore.js';
import { HIGHEST_ID, LOWEST_ID } from '../../lib/ids.js';
import { idsOf } from '../../lib/lists.js';
import type { Context } from '../context.js';
import { recordAudit } from '../people/audit-log.js';
import { lockForChange } from '../people/organisations.js';
import { endWaiting } from '../sms/dispatch/cancel-waiting.js';
import { foldInbound } from '../sms/inbound/fold-inbound.js';
import { eraseEnded } from '../sms/messages/erase-ended.js';
import { eraseFromAnswer } from './erase-from-answer.js';
import {
  CHANGES,
  eraseFromOthers,
  NO_CHANGES,
  SEARCH_START,
  type Searched,
  type SearchPlace,
} from './erase-from-others.js';
import { eraseFromReports } from './erase-from-reports.js';

export interface EraseNumberInput {
  readonly mobile: string;
  /** That of an earlier call: the search goes on from there. */
  readonly notSearched?: string | null | undefined;
}

export interface Erasure {
  /** SMS that were erased by this call. */
  readonly messages: number;
  readonly chatMessages: number;
  /** SMS that the person had sent. */
  readonly received: number;
  /** SMS that no gateway had got. */
  readonly cancelled: number;
  /** A gateway or an engine has them. SMS are erased when they have ended. */
  readonly pending: number;
  /** What was sent to others, and in whose references, metadata and names this call has masked the number. */
  readonly masked: number;
  /** What was sent to others and names the number still, with what earlier calls of the same search have counted. */
  readonly mentions: number;
  /** Where a further call has to go on; null if there is nothing left to search. */
  readonly notSearched: string | null;
  /** Only messages that are pending at a gateway still name the number. */
  readonly complete: boolean;
}

const MESSAGES_PER_STEP = 500;
/** Bounds the work of one call. */
const MOST_STEPS = 20;
const ANSWERS_PER_STEP = 5_000;
/** Fewer digits are part of too many numbers. */
const FEWEST_DIGITS = 8;
/** A call searches all stored answers of the organisation, and all reports that wait. */
const ERASURES_AT_ONCE = 1;
const ERASURES_WAITING = 10;
const inTurn = createSemaphore(ERASURES_AT_ONCE, ERASURES_WAITING);
/**
 * One call of each organisation waits in that queue, and its others wait before it: no organisation fills the queue.
 */
const inTurnOfOrganisation = createKeyedSemaphore(1, ERASURES_WAITING);
/** How long a call searches what was sent to others: 100,000 to 150,000 messages a second. */
const LONGEST_SEARCH_MS = 5_000;

/**
 * Erases every text, number and label of a number in the organisation: messages, campaigns that name it, words of
 * gateways, responses of webhooks, stored answers and reports. Messages that no worker has claimed are cancelled first,
 * and those that a gateway has are erased by housekeeping when they end. Suppressions of the number hold on, as keyed
 * hashes. What was sent to others loses the number in its labels; texts that name it are counted.
 */
export async function eraseNumber(
  context: Context,
  input: EraseNumberInput,
  { longestMs = LONGEST_SEARCH_MS } = {},
): Promise<Erasure> {
  const parsed = parseMobile(input.mobile);
  const mobile = parsed.ok ? parsed.digits : malformedMobile(input.mobile);
  if (!/^[0-9]+$/.test(mobile) || mobile.length < FEWEST_DIGITS) {
    throw invalidField('mobile', 'malformed', `Give a number of at least ${FEWEST_DIGITS} digits.`);
  }
  const refusal =
    !parsed.ok && parsed.reason === 'malformed' ? invalidField('mobile', 'malformed', parsed.message) : null;
  if (refusal && input.mobile.length > MAX_INPUT_CHARS) throw refusal;
  const codec = new CursorCodec(context.secretKeys, context.caller.organisationId, `erasure of ${mobile}`);
  const { notSearched } = input;
  const begun = notSearched == null ? null : placeOf(codec.decode(notSearched, 'notSearched'));
  const from = begun ?? { ...SEARCH_START, hasFound: false };
  const { next, hasFound, ...erasure } = await inTurnOfOrganisation(context.caller.organisationId, () =>
    inTurn(() => erase(context, mobile, from, longestMs)),
  );
  // Messages to a malformed number have failed under its digits. If there are none either, the caller has mistyped the
  // number of a person of whom everything is still there.
  if (refusal && next === null && !hasFound) throw refusal;
  return { ...erasure, notSearched: next && codec.encode(keyOf({ ...next, hasFound })) };
}

interface ErasurePlace extends SearchPlace {
  /** A call of the same search has found something of the number. */
  readonly hasFound: boolean;
}

const keyOf = ({ table, after, mentions, hasFound }: ErasurePlace): CursorKey => [
  table,
  after,
  mentions,
  Number(hasFound),
];
// Cursors of earlier versions do not say it.
const placeOf = ([table, after, mentions, found = 1]: CursorKey) =>
  ({ table, after, mentions, hasFound: found !== 0 }) as ErasurePlace;

interface Erased extends Omit<Erasure, 'notSearched'>, Pick<Searched, 'next'>, Pick<ErasurePlace, 'hasFound'> {}

async function erase(context: Context, mobile: string, from: ErasurePlace, longestMs: number): Promise<Erased> {
  const { db, caller } = context;
  // A STOP that has just arrived becomes a suppression before its text is erased.
  await foldInbound(context);
  // Reports come first: the ids by which they are known as the organisation's may contain the number, and are erased
  // with the messages.
  const waiting = await eraseFromReports(context, mobile);
  const total = { ...NOTHING };
  let after: string | null = LOWEST_ID;
  for (let steps = 0; after !== null && steps < MOST_STEPS; steps += 1) {
    const erased = { after, reports: steps === 0 ? waiting.reports : 0 };
    const step: Step = await db.inOrganisation(caller.organisationId, (tx) => eraseNext(tx, context, mobile, erased));
    for (const name of COUNTS) total[name] += step[name];
    after = step.next;
  }
  const others = after === null ? await eraseFromOthers(context, mobile, from, longestMs) : unsearched(from);
  // More reports may have come meanwhile.
  const late = await eraseFromReports(context, mobile);
  const changes = [...Object.values(total), ...CHANGES.map((name) => others[name])];
  const isRecorded = changes.some((count) => count > 0);
  const answers = await eraseFromAnswers(context, spellingsOf(mobile), isRecorded);
  const chat = await db.inOrganisation(caller.organisationId, (tx) => countChatMessagesTo(tx, mobile));
  const { masked, next } = others;
  const { reports, suppressions, consentChanges, ...counts } = total;
  const mentions = others.mentions + waiting.mentions;
  return {
    ...counts,
    messages: total.messages + others.messages,
    received: total.received + others.received,
    pending: total.pending + chat,
    masked,
    mentions,
    next,
    complete: next === null && chat === 0 && mentions === 0,
    hasFound: from.hasFound || isRecorded || late.reports + answers + chat + mentions > 0,
  };
}

const unsearched = (next: SearchPlace): Searched => ({ ...NO_CHANGES, mentions: next.mentions, next });

const NOTHING = {
  reports: 0,
  messages: 0,
  chatMessages: 0,
  received: 0,
  cancelled: 0,
  pending: 0,
  suppressions: 0,
  consentChanges: 0,
};
const COUNTS = Object.keys(NOTHING) as (keyof typeof NOTHING)[];

interface Step extends Readonly<typeof NOTHING> {
  /** After which message the next step begins; null: there are no more. */
  readonly next: string | null;
}

/** One transaction, with its entry in the audit log, which counts the reports that were erased before. */
async function eraseNext(
  tx: OrganisationTx,
  { caller, secretKey }: Context,
  mobile: string,
  { after, reports }: { readonly after: string; readonly reports: number },
): Promise<Step> {
  await lockForChange(tx, caller);
  const slice = { from: [after], backwards: true, size: MESSAGES_PER_STEP };
  const { rows, stoppedAt } = await walkRows(tx, SMS_SEARCH, { to: mobile }, slice);
  const listed = idsOf(rows.slice(0, MESSAGES_PER_STEP));
  const lastLookedAt = rows.length > listed.length ? listed.at(-1) : stoppedAt?.[0]?.toString();
  const known = await lockMessagesTo(tx, mobile, listed);
  // A retry that held these locks has committed since the messages were listed, and its own went to the same number.
  const retries = (await findRetries(tx, idsOf(known))).filter((id) => !listed.includes(id));
  const found = retries.length > 0 ? [...known, ...(await lockMessagesTo(tx, mobile, retries))] : known;
  const cancelled = await endWaiting(
    tx,
    found.filter((message) => message.is_waiting),
  );
  const ids = idsOf(found);
  const erased = ids.length > 0 ? await eraseEnded(tx, secretKey, ids) : { messages: [], suppressions: 0 };
  const left = idsOf(erased.messages.filter((message) => message.left));
  await defer(tx, 'erasure', left);
  const chat = await eraseChatMessages(tx, mobile, MESSAGES_PER_STEP);
  const { received, consentChanges } = await eraseInbound(tx, mobile, MESSAGES_PER_STEP);
  const suppressions = await eraseSuppressions(tx, mobile, hashMobile(secretKey, mobile));
  const counts = {
    reports,
    messages: erased.messages.length - left.length,
    chatMessages: chat.length,
    received,
    cancelled,
    pending: left.length,
    suppressions: erased.suppressions + suppressions,
    consentChanges,
  };
  if (COUNTS.some((name) => counts[name] > 0)) {
    await recordAudit(tx, caller, { action: 'number.erased', subjectId: null, after: counts });
  }
  // HIGHEST_ID: no SMS follows, and the next step takes the others alone.
  const isDone = chat.length < MESSAGES_PER_STEP && received < MESSAGES_PER_STEP;
  const afterSms = isDone ? null : HIGHEST_ID;
  return { ...counts, next: lastLookedAt ?? afterSms };
}

/** Returns how many answers have lost the number. A call that has changed nothing else has them in the audit log. */
async function eraseFromAnswers({ db, caller }: Context, spellings: string, isRecorded: boolean): Promise<number> {
  let answers = 0;
  for (let after: AnswerPlace | null = { operation: '', key: '' }; after !== null; ) {
    const from: AnswerPlace = after;
    const { naming, last } = await db.inOrganisation(caller.organisationId, async (tx) => {
      const portion = await lockNamingAnswers(tx, spellings, from, ANSWERS_PER_STEP);
      for (const answer of portion.naming) await eraseFromAnswer(tx, answer, new RegExp(spellings));
      if (portion.naming.length > 0 && !isRecorded) {
        const changes = { answers: portion.naming.length };
        await recordAudit(tx, caller, { action: 'number.erased', subjectId: null, after: changes });
      }
      return portion;
    });
    answers += naming.length;
    after = last;
  }
  return answers;
}
