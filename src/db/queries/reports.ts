import type { GatewayReport } from '../../domain/ports.js';
import { newId } from '../../lib/ids.js';
import type { Tx } from '../transaction.js';

export interface StoredReports {
  readonly id: string;
  readonly gateway: string;
  readonly reports: GatewayReport[];
  readonly tries: number;
  readonly age_seconds: number;
}

/** Keeps reports of one gateway until `delaySeconds` from now, when somebody folds them. */
export async function storeReports(
  sql: Tx['sql'],
  gateway: string,
  reports: readonly GatewayReport[],
  delaySeconds: number,
  parked?: { tries: number; ageSeconds: number },
): Promise<void> {
  if (reports.length === 0) return;
  await sql(
    `INSERT INTO sms_reports (id, gateway, reports, size, due_at, tries, received_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5), $6, now() - make_interval(secs => $7))`,
    [
      newId(),
      gateway,
      JSON.stringify(reports),
      reports.length,
      delaySeconds,
      parked?.tries ?? 0,
      parked?.ageSeconds ?? 0,
    ],
  );
}

/**
 * Takes due reports out of safe keeping, about `limit` of them; they are gone only if the transaction commits. Several
 * callers at once take different ones.
 */
export function takeReports(tx: Tx, limit: number): Promise<StoredReports[]> {
  return tx.sql<StoredReports>(
    `WITH due AS (
       SELECT id, size, due_at FROM sms_reports WHERE due_at <= now()
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ),
     chosen AS (
       SELECT id FROM (SELECT id, sum(size) OVER (ORDER BY due_at, id) - size AS before FROM due) d WHERE before < $1
     )
     DELETE FROM sms_reports r USING chosen c WHERE r.id = c.id
     RETURNING r.id, r.gateway, r.reports, r.tries, extract(epoch FROM now() - r.received_at)::float8 AS age_seconds`,
    [limit],
  );
}

export interface AttemptOwner {
  readonly organisation_id: string;
  readonly message_id: string;
  readonly number: number;
  readonly provider_id: string;
}

/** Whose attempts the gateway means by its own ids. */
export function findAttemptsByProviderId(tx: Tx, gateway: string, providerIds: readonly string[]) {
  return tx.sql<AttemptOwner>(
    `SELECT organisation_id, message_id, number, provider_id FROM sms_attempts
     WHERE provider_id = ANY ($2) AND gateway = $1 AND found_by_provider_id`,
    [gateway, providerIds],
  );
}

/** Locks the messages, and answers those whose gateway has not answered yet: their reports have to wait for that. */
export async function lockAndFindSubmitting(tx: Tx, organisationId: string, messageIds: readonly string[]) {
  const rows = await tx.sql<{ id: string }>(
    `WITH locked AS (
       SELECT id, phase FROM sms_messages WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE
     )
     SELECT id FROM locked WHERE phase = 'submitting'`,
    [organisationId, messageIds],
  );
  return new Set(rows.map((row) => row.id));
}
