import { findWebhooks, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import type { Context } from '../../context.js';

/** Those of the ids that are endpoints of the organisation. */
export function getWebhooks({ db, caller }: Context, ids: readonly string[]): Promise<WebhookRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) => findWebhooks(tx, ids));
}
