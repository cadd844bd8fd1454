import type { OrganisationSql, Sql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

/** Unused allowance is kept for this long: a gateway sees at most one second's worth at once, or one message. */
const BURST_SECONDS = 1;

export const burstOf = (ratePerSecond: number) => Math.max(1, ratePerSecond * BURST_SECONDS);

/**
 * How many units may go to the gateway now, over all processes. Locks the gateway's row until the transaction ends, so
 * charge in the same transaction. Below one: nothing; the caller waits `(1 - allowance) / rate` seconds.
 */
export async function refillPace(tx: Sql, gateway: string, ratePerSecond: number): Promise<number> {
  const [row] = await tx.sql<{ tokens: number }>(
    `INSERT INTO gateway_pacing AS p (gateway, tokens, refilled_at) VALUES (:gateway, :burst, clock_timestamp())
     ON CONFLICT (gateway) DO UPDATE
     SET tokens = least(:burst, p.tokens + :ratePerSecond::double precision
                            * greatest(0, extract(epoch FROM clock_timestamp() - p.refilled_at))::double precision),
         refilled_at = clock_timestamp()
     RETURNING tokens`,
    { gateway, ratePerSecond, burst: burstOf(ratePerSecond) },
  );
  return row?.tokens ?? 0;
}

/** How many of the messages, from the first, use up an allowance of segments; the last of them may exceed it. */
export async function countAffordable(
  tx: OrganisationSql,
  messageIds: readonly string[],
  allowance: number,
): Promise<number> {
  const rows = await tx.sql<RowOf<'sms_messages', 'id' | 'segments'>>(
    'SELECT id, segments FROM sms_messages WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])',
    { messageIds },
  );
  const segments = new Map(rows.map((row) => [row.id, row.segments]));
  let left = allowance;
  const exhausted = messageIds.findIndex((id) => {
    left -= segments.get(id) ?? 0;
    return left <= 0;
  });
  return exhausted < 0 ? messageIds.length : exhausted + 1;
}

/** May go below zero by the last message's segments; the debt is waited off. */
export async function chargePace(tx: Sql, gateway: string, units: number): Promise<void> {
  await tx.sql('UPDATE gateway_pacing SET tokens = tokens - :units WHERE gateway = :gateway', { gateway, units });
}
