import { findWebhooks, type WebhookRow } from '../../db/queries/webhooks/endpoints.js';
import { atOnceInOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';

/** Those of the ids that are endpoints of the organisation. */
export function getWebhooks({ orm, caller }: Context, ids: readonly string[]): Promise<WebhookRow[]> {
  return atOnceInOrganisation(orm, caller.organisationId, (tx) => findWebhooks(tx, ids));
}
