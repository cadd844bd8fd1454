import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { eraseMalformedInbound } from '../../db/sql/sms/inbound/old-inbound.js';
import { eraseFromCampaigns, eraseMessages, eraseResponses } from '../../db/sql/upkeep/erasure.js';
import {
  findEndOfStretch,
  findNamingRows,
  lockNamingRows,
  NAMING_TABLES,
  type NamingRow,
  type NamingTable,
  rewriteLabels,
} from '../../db/sql/upkeep/naming-rows.js';
import { findNumber, type NumberFinder } from '../../domain/sms/number-in-words.js';
import { spellingsOf } from '../../domain/sms/phone-number.js';
import { HIGHEST_ID, LOWEST_ID } from '../../lib/ids.js';
import { idsOf } from '../../lib/lists.js';
import type { Context } from '../context.js';
import { recordAudit } from '../people/audit-log.js';
import { lockForChange } from '../people/organisations.js';

/** How many rows a statement looks at, which takes about 30 ms. */
const ROWS_PER_STEP = 5_000;
/** How many of them a transaction locks, if all name the number. */
const NAMING_PER_STEP = 500;

/** Where the search goes on, and how many rows before name the number still. */
export interface SearchPlace {
  readonly table: NamingTable;
  readonly after: string;
  readonly mentions: number;
}

export const SEARCH_START: SearchPlace = { table: NAMING_TABLES[0] as NamingTable, after: LOWEST_ID, mentions: 0 };

export interface Searched {
  /** Rows in whose labels the number was masked. */
  readonly masked: number;
  /** Messages to the number in a malformed spelling, which were erased. */
  readonly messages: number;
  /** SMS from such a spelling that can only be the number's, which were erased. */
  readonly received: number;
  /** Rows that name the number still, since the search has begun. */
  readonly mentions: number;
  /** Null: the search has come to the end. */
  readonly next: SearchPlace | null;
}

export const NO_CHANGES = { masked: 0, messages: 0, received: 0 };
type Changes = Pick<Searched, keyof typeof NO_CHANGES>;
export const CHANGES = Object.keys(NO_CHANGES) as (keyof Changes)[];

/**
 * Masks a number in the references, metadata and names of what was sent to others, and counts the texts that name it.
 * A search reads every row of the organisation, so it takes short steps, gives its connection back after each, and ends
 * when its time is over.
 */
export async function eraseFromOthers(
  context: Context,
  mobile: string,
  from: SearchPlace,
  longestMs: number,
): Promise<Searched> {
  const number = findNumber(mobile);
  const endMs = performance.now() + longestMs;
  const total = { ...NO_CHANGES };
  let place: SearchPlace = from;
  for (;;) {
    const step = await searchNext(context, mobile, number, place);
    for (const name of CHANGES) total[name] += step[name];
    if (step.next === null) return { ...total, mentions: step.mentions, next: null };
    place = step.next;
    if (performance.now() >= endMs) return { ...total, mentions: place.mentions, next: place };
  }
}

async function searchNext(
  context: Context,
  mobile: string,
  number: NumberFinder,
  { table, after, mentions: before }: SearchPlace,
): Promise<Searched> {
  const { db, caller } = context;
  const { rows, last } = await db.inOrganisation(caller.organisationId, async (tx) => {
    const end = await findEndOfStretch(tx, table, after, ROWS_PER_STEP);
    const wanted = { candidates: number.candidates, mobile, limit: NAMING_PER_STEP };
    const found = await findNamingRows(tx, table, { after, upTo: end ?? HIGHEST_ID }, wanted);
    return { rows: found, last: found.length < NAMING_PER_STEP ? end : (found.at(-1)?.id ?? null) };
  });
  const changing = rows.filter((row) => isOfNumber(table, row, number) || masks(row, number));
  const changed = await change(context, mobile, number, { table, ids: idsOf(changing) });
  const mentions = before + rows.filter((row) => !isOfNumber(table, row, number) && staysIn(row, number)).length;
  const following = last === null ? NAMING_TABLES[NAMING_TABLES.indexOf(table) + 1] : table;
  const next = following ? { table: following, after: last ?? LOWEST_ID, mentions } : null;
  return { ...changed, mentions, next };
}

/**
 * Whether it is an SMS to the number in a malformed spelling, which failed when it was accepted, or one from it: some
 * gateways spell senders nationally. A spelling that may be another person's is left.
 */
function isOfNumber(table: NamingTable, { party, own_number: ours }: NamingRow, number: NumberFinder): boolean {
  if (party === null) return false;
  if (table === 'inbound_messages') return number.isSender(party, ours ?? '');
  return table === 'sms_messages' && number.isMeantBy(party);
}

const masks = ({ labels }: NamingRow, { mask }: NumberFinder) => labels.some((label) => mask(label) !== label);

/** `isMeantBy` for recipients, since the valid number of another person may read like a spelling of this one. */
const staysIn = ({ labels, texts, party }: NamingRow, { mask, isNamedBy, isMeantBy }: NumberFinder) =>
  [...labels.map(mask), ...texts].some(isNamedBy) || (party !== null && isMeantBy(party));

/** One transaction, with its entry in the audit log. */
async function change(
  { db, caller }: Context,
  mobile: string,
  number: NumberFinder,
  { table, ids }: { readonly table: NamingTable; readonly ids: readonly string[] },
): Promise<Changes> {
  if (ids.length === 0) return NO_CHANGES;
  return db.inOrganisation(caller.organisationId, async (tx) => {
    await lockForChange(tx, caller);
    // Another erasure may have changed them since they were read.
    const rows = await lockNamingRows(tx, table, ids);
    const ofNumber = rows.filter((row) => isOfNumber(table, row, number));
    const masked = rows.filter((row) => !ofNumber.includes(row) && masks(row, number));
    await maskIn(tx, table, number, masked);
    const isInbound = table === 'inbound_messages';
    await (isInbound ? eraseMalformedInbound : eraseMalformed)(tx, mobile, idsOf(ofNumber));
    const changes = {
      masked: masked.length,
      messages: isInbound ? 0 : ofNumber.length,
      received: isInbound ? ofNumber.length : 0,
    };
    if (masked.length + ofNumber.length === 0) return changes;
    await recordAudit(tx, caller, { action: 'number.erased', subjectId: null, after: changes });
    return changes;
  });
}

async function maskIn(
  tx: OrganisationTx,
  table: NamingTable,
  { mask }: NumberFinder,
  rows: readonly NamingRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const rewritten = rows.map(({ id, labels }) => ({ id, labels: labels.map(mask) }));
  await rewriteLabels(tx, table, rewritten);
  // Receivers may have returned what the event contained.
  await eraseResponses(tx, idsOf(rows));
}

async function eraseMalformed(tx: OrganisationTx, mobile: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const messages = await eraseMessages(tx, ids);
  const campaignIds = [...new Set(messages.flatMap(({ campaign_id: id }) => id ?? []))].sort();
  await eraseFromCampaigns(tx, campaignIds, spellingsOf(mobile));
}
