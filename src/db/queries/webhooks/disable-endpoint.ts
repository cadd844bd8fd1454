import type { Tx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';

/** Disables an endpoint that is gone from this address, or has not taken anything there for so long, with its event. */
export async function disableEndpoint(
  tx: Tx,
  organisationId: string,
  id: string,
  { url, isGone, afterSeconds }: { readonly url: string; readonly isGone: boolean; readonly afterSeconds: number },
): Promise<boolean> {
  const [disabled] = await tx.sql<{ revision: number }>(
    `UPDATE webhook_endpoints
     SET status = 'disabled', revision = revision + 1, updated_at = now(),
         disabled_reason = (CASE WHEN $3 THEN 'gone' ELSE 'failing' END)::webhook_disabled_reason
     WHERE organisation_id = $1 AND id = $2 AND status = 'active'
       AND url = $5 AND ($3 OR failing_since <= now() - make_interval(secs => $4))
     RETURNING revision`,
    [organisationId, id, isGone, afterSeconds, url],
  );
  if (!disabled) return false;
  appendEvents(tx, organisationId, [{ type: 'webhook.disabled', subjectIds: [id], revision: disabled.revision }]);
  return true;
}
