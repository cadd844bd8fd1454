import { newId } from '../../../../lib/ids.js';
import type { EveryOrganisationSql, OrganisationTx } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import { appendEvents } from '../../events/append-events.js';

/** Keeps a gateway that fails again and again from filling the log. */
const NO_SOONER_THAN = `interval '5 minutes'`;

/** Tells the organisation that a gateway is down, unless it knows, or was told of this gateway a few minutes ago. */
export async function tellDown(tx: OrganisationTx, gateway: string): Promise<void> {
  const [told] = await tx.sql<AlertRow>(
    `INSERT INTO gateway_alerts AS a (organisation_id, gateway, id, is_down, revision, changed_at)
     VALUES (:organisationId, :gateway, :id, true, 1, now())
     ON CONFLICT (organisation_id, gateway) DO UPDATE
     SET is_down = true, revision = a.revision + 1, changed_at = excluded.changed_at
     WHERE NOT a.is_down AND excluded.changed_at - a.changed_at >= ${NO_SOONER_THAN}
     RETURNING id, revision`,
    { gateway, id: newId() },
  );
  log(tx, 'gateway.down', told);
}

/** Tells the organisation that a gateway is up again, unless it knows. */
export async function tellUp(tx: OrganisationTx, gateway: string): Promise<void> {
  const [told] = await tx.sql<AlertRow>(
    `UPDATE gateway_alerts SET is_down = false, revision = revision + 1, changed_at = now()
     WHERE organisation_id = :organisationId AND gateway = :gateway AND is_down RETURNING id, revision`,
    { gateway },
  );
  log(tx, 'gateway.up', told);
}

type AlertRow = RowOf<'gateway_alerts', 'id' | 'revision'>;

function log(tx: OrganisationTx, type: 'gateway.down' | 'gateway.up', told: AlertRow | undefined): void {
  if (told) appendEvents(tx, [{ type, subjectIds: [told.id], revision: told.revision }]);
}

/**
 * The organisations that were last told that a gateway is down, and those that need not be told yet that it is again.
 */
export function listTold(
  tx: EveryOrganisationSql,
): Promise<RowOf<'gateway_alerts', 'organisation_id' | 'gateway' | 'is_down'>[]> {
  return tx.sql(TOLD);
}

export const TOLD = `
SELECT organisation_id, gateway, is_down FROM gateway_alerts
WHERE (is_down OR changed_at > now() - ${NO_SOONER_THAN})`;
