import { type Registration, registeredName } from '../../../../domain/sms/sender-id.js';
import type { SenderStatus } from '../../../../domain/vocabulary.js';
import { SenderId } from '../../../entities/sms/sender-ids.js';
import { countRows, equal, type List } from '../../../lists/list.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../../postgres/transaction.js';
import { columnsBut, first, NOW, type RowOf, run, tables } from '../../../tables.js';
import { lockOrganisation } from '../../people/organisations.js';

const COLUMNS = columnsBut(SenderId, 'organisation_id');

const senderIds = tables.selectFrom('sender_ids').select(COLUMNS);

export interface SenderIdRow extends RowOf<'sender_ids', (typeof COLUMNS)[number]> {}

export interface SenderIdConditions {
  readonly status?: SenderStatus | null | undefined;
}

/** Newest first. */
export const SENDER_IDS: List<SenderIdRow, SenderIdConditions, 'sender_ids'> = {
  table: 'sender_ids',
  order: ['id'],
  descending: true,
  rows: (from) => from.select(COLUMNS),
  conditions: ({ status }) => equal<'sender_ids'>({ status }),
};

export interface OwnedSenderIdRow extends SenderIdRow, RowOf<'sender_ids', 'organisation_id'> {
  readonly organisation_name: string;
}

/** Of one organisation or of all of them. Oldest first, so that the operator sees first who has waited longest. */
export function listSenderIdsOfAll(
  tx: EveryOrganisationSql,
  { organisationId, status }: SenderIdConditions & { readonly organisationId: string | null },
  limit: number,
): Promise<OwnedSenderIdRow[]> {
  let query = tables
    .with(
      (cte) => cte('owners').materialized(),
      (db) => db.selectFrom('organisations').select(['organisation_id', 'name']),
    )
    .selectFrom('sender_ids')
    .innerJoin('owners', 'owners.organisation_id', 'sender_ids.organisation_id')
    .selectAll('sender_ids')
    .select('owners.name as organisation_name');
  if (organisationId !== null) query = query.where('sender_ids.organisation_id', '=', organisationId);
  if (status != null) query = query.where('sender_ids.status', '=', status);
  return run(tx, query.orderBy('sender_ids.id').limit(limit));
}

/** By name; names that are not registered are missing. */
export async function findRegistrations(
  tx: OrganisationSql,
  names: readonly string[],
): Promise<Map<string, Registration>> {
  if (names.length === 0) return new Map();
  const rows = await tx.sql<Registration & { name: string }>(
    'SELECT name, status, reason, countries FROM sender_ids WHERE organisation_id = :organisationId AND name = ANY (:names)',
    { names },
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Whether messages of a sender ID are held, because the operator has rejected it. */
export async function holdsMessages(tx: OrganisationSql, senderId: string): Promise<boolean> {
  const query = tables
    .selectFrom('sender_ids')
    .select('holds_messages')
    .where('organisation_id', '=', tx.organisationId)
    .where('name', '=', registeredName(senderId));
  return (await first(tx, query))?.holds_messages ?? false;
}

export function lockSenderId(tx: OrganisationSql, id: string): Promise<SenderIdRow | null> {
  return first(tx, senderIds.where('organisation_id', '=', tx.organisationId).where('id', '=', id).forUpdate());
}

export type NewSenderId = RowOf<'sender_ids', 'id' | 'name' | 'countries'>;

/** The row, or why there is none. */
export type Insertion = SenderIdRow | 'taken' | 'too_many';

export async function insertSenderId(
  tx: OrganisationSql,
  senderId: NewSenderId,
  senderIdsMax: number,
): Promise<Insertion> {
  await lockOrganisation(tx);
  const alike = senderIds.where('organisation_id', '=', tx.organisationId).where('name', '=', senderId.name);
  if (await first(tx, alike)) return 'taken';
  if ((await countRows(tx, SENDER_IDS, {})) >= senderIdsMax) return 'too_many';
  const [row] = await run(
    tx,
    tables
      .insertInto('sender_ids')
      .values({ ...senderId, organisation_id: tx.organisationId })
      .returning(COLUMNS),
  );
  return row as SenderIdRow;
}

export async function decideSenderIdRow(
  tx: OrganisationSql,
  id: string,
  decision: Pick<SenderIdRow, 'status' | 'reason' | 'holds_messages'>,
): Promise<SenderIdRow> {
  const update = tables.updateTable('sender_ids').set({ ...decision, decided_at: NOW });
  const [row] = await run(
    tx,
    update.where('organisation_id', '=', tx.organisationId).where('id', '=', id).returning(COLUMNS),
  );
  return row as SenderIdRow;
}

export async function deleteSenderIdRow(tx: OrganisationSql, id: string): Promise<void> {
  await run(tx, tables.deleteFrom('sender_ids').where('organisation_id', '=', tx.organisationId).where('id', '=', id));
}
