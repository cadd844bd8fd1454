import type { OrganisationSql } from '../../transaction.js';
import { SECRETS_IN_FORCE } from './rows.js';

export interface SealedSecrets {
  /** The newest first; the one before it while that is in force. */
  readonly secrets: readonly Buffer[];
  readonly previous_secret_until: string | null;
}

export async function findSecrets(tx: OrganisationSql, id: string): Promise<SealedSecrets | null> {
  const [row] = await tx.sql<SealedSecrets>(
    `SELECT ${SECRETS_IN_FORCE} AS secrets,
       CASE WHEN previous_secret_until > now() THEN previous_secret_until END AS previous_secret_until
     FROM webhook_endpoints WHERE organisation_id = :organisationId AND id = :id`,
    { id },
  );
  return row ?? null;
}

/** The secret so far stays in force for so long, beside the new one. */
export async function replaceSecret(
  tx: OrganisationSql,
  id: string,
  sealed: Buffer,
  overlapHours: number,
): Promise<void> {
  await tx.sql(
    `UPDATE webhook_endpoints
     SET previous_secret = secret, previous_secret_until = now() + make_interval(hours => :overlapHours), secret = :sealed,
         updated_at = now()
     WHERE organisation_id = :organisationId AND id = :id`,
    { id, sealed, overlapHours },
  );
}
