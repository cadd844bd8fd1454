import type { EventType } from '../../../domain/events/event.js';
import type { OrganisationSql } from '../../transaction.js';
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
export async function insertWebhook(tx: OrganisationSql, webhook: NewWebhook, webhooksMax: number): Promise<boolean> {
  await lockOrganisation(tx);
  const rows = await tx.sql(
    `INSERT INTO webhook_endpoints (organisation_id, id, url, description, types, test, secret, last_sequence)
     SELECT :organisationId, :id, :url, :description, :types, :test, :secret, ${NEWEST} FROM event_logs l
     WHERE l.organisation_id = :organisationId AND (SELECT count(*) FROM webhook_endpoints WHERE organisation_id = :organisationId) < :webhooksMax
     RETURNING id`,
    {
      id: webhook.id,
      url: webhook.url,
      description: webhook.description,
      types: webhook.types,
      test: webhook.test,
      secret: webhook.secret,
      webhooksMax,
    },
  );
  return rows.length > 0;
}
