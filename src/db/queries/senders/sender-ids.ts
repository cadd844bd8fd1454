import type { Registration } from '../../../domain/sms/sender-id.js';
import type { SenderStatus } from '../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../transaction.js';

export interface SenderIdRow extends Registration {
  readonly id: string;
  readonly name: string;
  readonly decided_at: string | null;
  /** When a gateway last refused it with 402, and which. */
  readonly refused_at: string | null;
  readonly refused_by: string | null;
  readonly created_at: string;
}

export const SENDER_ID_COLUMNS = 'id, name, countries, status, reason, decided_at, refused_at, refused_by, created_at';

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

export async function lockSenderId(tx: OrganisationSql, id: string): Promise<SenderIdRow | null> {
  const [row] = await tx.sql<SenderIdRow>(
    `SELECT ${SENDER_ID_COLUMNS} FROM sender_ids WHERE organisation_id = :organisationId AND id = :id FOR UPDATE`,
    { id },
  );
  return row ?? null;
}

export async function decideSenderIdRow(
  tx: OrganisationSql,
  id: string,
  { status, reason }: { readonly status: SenderStatus; readonly reason: string | null },
): Promise<SenderIdRow> {
  const [row] = await tx.sql<SenderIdRow>(
    `UPDATE sender_ids SET status = :status, reason = :reason, decided_at = now()
     WHERE organisation_id = :organisationId AND id = :id RETURNING ${SENDER_ID_COLUMNS}`,
    { id, status, reason },
  );
  return row as SenderIdRow;
}

export async function deleteSenderIdRow(tx: OrganisationSql, id: string): Promise<void> {
  await tx.sql('DELETE FROM sender_ids WHERE organisation_id = :organisationId AND id = :id', { id });
}
