import type { Tx } from '../transaction.js';

/** Unused allowance is kept for this long: a gateway sees at most one second's worth at once. */
const BURST_SECONDS = 1;

/**
 * How many units may go to the gateway now, over all processes. Locks the gateway's row until the transaction ends, so
 * charge in the same transaction. Below one: nothing; the caller waits `(1 - allowance) / rate` seconds.
 */
export async function refillPace(tx: Tx, gateway: string, ratePerSecond: number): Promise<number> {
  const [row] = await tx.sql<{ tokens: number }>(
    `INSERT INTO gateway_pacing AS p (gateway, tokens, refilled_at) VALUES ($1, $2 * $3, clock_timestamp())
     ON CONFLICT (gateway) DO UPDATE
     SET tokens = least($2 * $3, p.tokens
                        + $2 * greatest(0, extract(epoch FROM clock_timestamp() - p.refilled_at))::double precision),
         refilled_at = clock_timestamp()
     RETURNING tokens`,
    [gateway, ratePerSecond, BURST_SECONDS],
  );
  return row?.tokens ?? 0;
}

/** May go below zero when messages have more segments than expected; the debt is waited off. */
export async function chargePace(tx: Tx, gateway: string, units: number): Promise<void> {
  await tx.sql('UPDATE gateway_pacing SET tokens = tokens - $2 WHERE gateway = $1', [gateway, units]);
}
