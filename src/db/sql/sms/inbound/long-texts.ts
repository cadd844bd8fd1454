import { type LongText, NO_PARTS, PARTS_WAIT_SECONDS } from '../../../../domain/sms/inbound/long-texts/join-parts.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { EveryOrganisationSql } from '../../../postgres/transaction.js';

/** The row of the inbox in which parts of a text meet. */
export interface LongTextPlace {
  readonly id: string;
  readonly gateway: string;
}

/**
 * Locks the rows of long texts, and makes those that are missing, in the order of their ids. So a worker that has the
 * last part sees the others, or makes their worker wait for its row.
 */
export async function lockLongTexts(
  tx: EveryOrganisationSql,
  places: readonly LongTextPlace[],
): Promise<Map<string, LongText>> {
  if (places.length === 0) return new Map();
  const unique = [...new Map(places.map((place) => [place.id, place])).values()];
  const rows = await tx.sql<{ readonly id: string; readonly reports: readonly LongText[] }>(
    `INSERT INTO inbound_sms AS r (id, gateway, reports, size, due_at)
     SELECT id, gateway, '[]', 1, now() + make_interval(secs => :waitSeconds)
     FROM unnest(:ids::uuid[], :gateways::text[]) AS n (id, gateway) ORDER BY id
     ON CONFLICT (id) DO UPDATE SET size = r.size
     RETURNING id, reports`,
    {
      ids: uuidArray(unique.map(({ id }) => id)),
      gateways: unique.map(({ gateway }) => gateway),
      waitSeconds: PARTS_WAIT_SECONDS,
    },
  );
  return new Map(rows.map(({ id, reports: [text = NO_PARTS] }) => [id, text]));
}

/**
 * Rows have the size of their parts, so that a turn takes no more of them than of other messages. `begins`: other parts
 * are the first to wait now, or all are joined, so the time begins again.
 */
export async function keepLongTexts(
  tx: EveryOrganisationSql,
  texts: readonly { readonly id: string; readonly text: LongText; readonly begins: boolean }[],
): Promise<void> {
  if (texts.length === 0) return;
  await tx.sql(
    `UPDATE inbound_sms r
     SET reports = n.reports, size = n.size, received_at = CASE WHEN n.begins THEN now() ELSE r.received_at END,
         due_at = CASE WHEN n.begins THEN now() + make_interval(secs => :waitSeconds) ELSE r.due_at END
     FROM json_to_recordset(:texts::json) AS n (id uuid, reports json, size integer, begins boolean)
     WHERE r.id = n.id`,
    {
      texts: JSON.stringify(texts.map(({ id, text, begins }) => ({ id, reports: [text], size: sizeOf(text), begins }))),
      waitSeconds: PARTS_WAIT_SECONDS,
    },
  );
}

const sizeOf = ({ parts }: LongText) => Math.max(1, parts.length);
