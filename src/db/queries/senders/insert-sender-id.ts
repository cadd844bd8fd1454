import type { OrganisationSql } from '../../transaction.js';
import { lockOrganisation } from '../lock-organisation.js';
import { SENDER_ID_COLUMNS, type SenderIdRow } from './sender-ids.js';

export interface NewSenderId {
  readonly id: string;
  readonly name: string;
  readonly countries: readonly string[] | null;
}

/** What has come of it: the row, or why there is none. */
export type Insertion = SenderIdRow | 'taken' | 'too_many';

export async function insertSenderId(
  tx: OrganisationSql,
  { id, name, countries }: NewSenderId,
  senderIdsMax: number,
): Promise<Insertion> {
  await lockOrganisation(tx);
  const [there] = await tx.sql<{ all: number; alike: number }>(
    `SELECT count(*)::int AS all, (count(*) FILTER (WHERE name = :name))::int AS alike
     FROM sender_ids WHERE organisation_id = :organisationId`,
    { name },
  );
  if (there && there.alike > 0) return 'taken';
  if (there && there.all >= senderIdsMax) return 'too_many';
  const [row] = await tx.sql<SenderIdRow>(
    `INSERT INTO sender_ids (organisation_id, id, name, countries) VALUES (:organisationId, :id, :name, :countries)
     RETURNING ${SENDER_ID_COLUMNS}`,
    { id, name, countries },
  );
  return row as SenderIdRow;
}
