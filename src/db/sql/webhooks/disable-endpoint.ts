import type { RowOf } from '../../tables.js';
import type { OrganisationTx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';

/** Disables an endpoint that is gone from this address, or has not taken anything there for so long, with its event. */
export async function disableEndpoint(
  tx: OrganisationTx,
  id: string,
  { url, isGone, afterSeconds }: { readonly url: string; readonly isGone: boolean; readonly afterSeconds: number },
): Promise<boolean> {
  const [disabled] = await tx.sql<RowOf<'webhook_endpoints', 'revision'>>(
    `UPDATE webhook_endpoints
     SET status = 'disabled', revision = revision + 1, updated_at = now(),
         disabled_reason = (CASE WHEN :isGone THEN 'gone' ELSE 'failing' END)::webhook_disabled_reason
     WHERE organisation_id = :organisationId AND id = :id AND status = 'active'
       AND url = :url AND (:isGone OR failing_since <= now() - make_interval(secs => :afterSeconds))
     RETURNING revision`,
    { id, isGone, afterSeconds, url },
  );
  if (!disabled) return false;
  appendEvents(tx, [{ type: 'webhook.disabled', subjectIds: [id], revision: disabled.revision }]);
  return true;
}
