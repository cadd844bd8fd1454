import type { DeliveryPolicy } from '../../../domain/context.js';
import type { RowOf } from '../../tables.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../transaction.js';

/**
 * A row whose pause lies in the future for ever: credit is back, and held messages are being let go. It goes when the last
 * has been, so that what a dead process has left of them is found.
 */
const RESUMING = `paused_at = 'infinity'`;
/** Within any other statement that reads the table. */
export const IS_PAUSED = `paused_at < 'infinity'`;

/** The gateway has no credit left for this organisation. Who claims looks here first. */
export async function markPaused(tx: OrganisationSql, gateway: string, policy: DeliveryPolicy) {
  await tx.sql(
    `INSERT INTO gateway_accounts (organisation_id, gateway, next_probe_at)
     VALUES (:organisationId, :gateway, now() + make_interval(secs => :balanceProbeSeconds))
     ON CONFLICT (organisation_id, gateway) DO UPDATE SET paused_at = now(), next_probe_at = excluded.next_probe_at
     WHERE gateway_accounts.${RESUMING}`,
    { gateway, balanceProbeSeconds: policy.balanceProbeSeconds },
  );
}

/** The pause is over, and letting go begins. False when the account was not paused. */
export async function beginResuming(tx: OrganisationSql, gateway: string): Promise<boolean> {
  const begun = await tx.sql(
    `UPDATE gateway_accounts SET paused_at = 'infinity'
     WHERE organisation_id = :organisationId AND gateway = :gateway AND ${IS_PAUSED} RETURNING 1`,
    { gateway },
  );
  return begun.length > 0;
}

/** Nothing is left to be let go; unless credit was used up again meanwhile. */
export async function endResuming(tx: OrganisationSql, gateway: string): Promise<void> {
  await tx.sql(
    `DELETE FROM gateway_accounts WHERE organisation_id = :organisationId AND gateway = :gateway AND ${RESUMING}`,
    { gateway },
  );
}

export interface PausedAccount extends RowOf<'gateway_accounts', 'organisation_id'> {
  /** Credit was back the last time, and not everything has been let go since. */
  readonly resuming: boolean;
}

/**
 * All accounts at the gateway once the first of them is to be probed: one question answers for all. They are handed to one
 * caller only, then not before the interval.
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
  return tx.sql<PausedAccount>(
    `UPDATE gateway_accounts SET next_probe_at = now() + make_interval(secs => :balanceProbeSeconds)
     WHERE gateway = :gateway AND EXISTS (SELECT 1 FROM gateway_accounts WHERE gateway = :gateway AND next_probe_at <= now())
     RETURNING organisation_id, ${RESUMING} AS resuming`,
    { gateway, balanceProbeSeconds },
  );
}
