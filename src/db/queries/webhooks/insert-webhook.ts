import type { EventType } from '../../../domain/events/event.js';
import type { Tx } from '../../transaction.js';
import { NEWEST } from '../events/read-log.js';
import { lockOrganisation } from '../lock-organisation.js';

export interface NewWebhook {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly EventType[] | null;
  readonly test: boolean;
  /** Sealed. */
  readonly secret: Buffer;
}

/** It gets what comes after the newest event; false: the organisation has as many as it may have. */
export async function insertWebhook(
  tx: Tx,
  organisationId: string,
  webhook: NewWebhook,
  webhooksMax: number,
): Promise<boolean> {
  await lockOrganisation(tx, organisationId);
  const rows = await tx.sql(
    `INSERT INTO webhook_endpoints (organisation_id, id, url, description, types, test, secret, last_sequence)
     SELECT $1, $2, $3, $4, $5, $6, $7, ${NEWEST} FROM event_logs l
     WHERE l.organisation_id = $1 AND (SELECT count(*) FROM webhook_endpoints WHERE organisation_id = $1) < $8
     RETURNING id`,
    [
      organisationId,
      webhook.id,
      webhook.url,
      webhook.description,
      webhook.types,
      webhook.test,
      webhook.secret,
      webhooksMax,
    ],
  );
  return rows.length > 0;
}
