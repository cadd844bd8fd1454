import type { DeliveryPolicy } from '../../../../domain/context.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

/**
 * Marks an account whose credit is back while its held messages are being released. The row is deleted after the last
 * one, so that another process can continue if this one dies.
 */
const RESUMING = `paused_at = 'infinity'`;
/** Within any other statement that reads the table. */
export const IS_PAUSED = `paused_at < 'infinity'`;

/** Pauses the organisation's account, which has no credit left. Workers read this when they lease. */
export async function markAccountPaused(tx: OrganisationSql, gateway: string, policy: DeliveryPolicy) {
  await tx.sql(
    `INSERT INTO gateway_accounts (organisation_id, gateway, next_probe_at)
     VALUES (:organisationId, :gateway, now() + make_interval(secs => :balanceProbeSeconds))
     ON CONFLICT (organisation_id, gateway) DO UPDATE SET paused_at = excluded.paused_at, next_probe_at = excluded.next_probe_at
     WHERE gateway_accounts.${RESUMING}`,
    { gateway, balanceProbeSeconds: policy.balanceProbeSeconds },
  );
}

/** Ends the pause; held messages can be released now. False if the account was not paused. */
export async function beginResuming(tx: OrganisationSql, gateway: string): Promise<boolean> {
  const begun = await tx.sql(
    `UPDATE gateway_accounts SET paused_at = 'infinity'
     WHERE organisation_id = :organisationId AND gateway = :gateway AND ${IS_PAUSED} RETURNING 1`,
    { gateway },
  );
  return begun.length > 0;
}

/** Deletes the account's row after the last held message, unless the account was paused again meanwhile. */
export async function endResuming(tx: OrganisationSql, gateway: string): Promise<void> {
  await tx.sql(
    `DELETE FROM gateway_accounts WHERE organisation_id = :organisationId AND gateway = :gateway AND ${RESUMING}`,
    { gateway },
  );
}

export interface PausedAccount extends RowOf<'gateway_accounts', 'organisation_id'> {
  /** Credit is back, and held messages remain to be released. */
  readonly resuming: boolean;
}

/**
 * Returns all paused accounts at the gateway once one of them is due for a probe: one balance call serves all. Only one
 * caller gets them within the interval.
 */
export async function takeAccountsToProbe(
  tx: EveryOrganisationSql,
  gateway: string,
  balanceProbeSeconds: number,
): Promise<PausedAccount[]> {
  // One caller at a time: a second one that waited for the rows of the first would take them once more.
  const [lock] = await tx.sql<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended(:lock, 0)) AS locked',
    { lock: `balance of ${gateway}` },
  );
  if (!lock?.locked) return [];
  return tx.sql<PausedAccount>(TAKE_TO_PROBE, { gateway, balanceProbeSeconds });
}

export const TAKE_TO_PROBE = `
UPDATE gateway_accounts SET next_probe_at = now() + make_interval(secs => :balanceProbeSeconds)
WHERE gateway = :gateway AND EXISTS (SELECT 1 FROM gateway_accounts WHERE gateway = :gateway AND next_probe_at <= now())
RETURNING organisation_id, ${RESUMING} AS resuming`;
