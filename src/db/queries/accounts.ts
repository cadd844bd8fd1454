import type { DeliveryPolicy } from '../../domain/context.js';
import type { Tx } from '../transaction.js';

/** The gateway has no credit left for this organisation. Who claims looks here first. */
export async function markPaused(tx: Tx, organisationId: string, gateway: string, policy: DeliveryPolicy) {
  await tx.sql(
    `INSERT INTO gateway_accounts (organisation_id, gateway, next_probe_at)
     VALUES ($1, $2, now() + make_interval(secs => $3))
     ON CONFLICT (organisation_id, gateway) DO NOTHING`,
    [organisationId, gateway, policy.balanceProbeSeconds],
  );
}

/** False when the account was not paused. */
export async function clearPause(tx: Tx, organisationId: string, gateway: string): Promise<boolean> {
  const cleared = await tx.sql('DELETE FROM gateway_accounts WHERE organisation_id = $1 AND gateway = $2 RETURNING 1', [
    organisationId,
    gateway,
  ]);
  return cleared.length > 0;
}

export interface PausedAccount {
  readonly organisation_id: string;
  readonly gateway: string;
}

/** Accounts whose balance should be asked for now; each is handed to one caller only, then not before the interval. */
export function takeAccountsToProbe(tx: Tx, balanceProbeSeconds: number): Promise<PausedAccount[]> {
  return tx.sql<PausedAccount>(
    `UPDATE gateway_accounts SET next_probe_at = now() + make_interval(secs => $1)
     WHERE next_probe_at <= now()
     RETURNING organisation_id, gateway`,
    [balanceProbeSeconds],
  );
}
