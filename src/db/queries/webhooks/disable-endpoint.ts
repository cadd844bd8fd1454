import type { Tx } from '../../transaction.js';

/** Disables an endpoint that is gone from this address, or has not taken anything there for so long, with its event. */
export async function disableEndpoint(
  tx: Tx,
  organisationId: string,
  id: string,
  { url, isGone, afterSeconds }: { readonly url: string; readonly isGone: boolean; readonly afterSeconds: number },
): Promise<boolean> {
  const rows = await tx.sql(
    `WITH disabled AS (
       UPDATE webhook_endpoints
       SET status = 'disabled', revision = revision + 1, updated_at = now(),
           disabled_reason = (CASE WHEN $3 THEN 'gone' ELSE 'failing' END)::webhook_disabled_reason
       WHERE organisation_id = $1 AND id = $2 AND status = 'active'
         AND url = $5 AND ($3 OR failing_since <= now() - make_interval(secs => $4))
       RETURNING id, revision
     )
     INSERT INTO events (organisation_id, type, subject_id, revision)
     SELECT $1, 'webhook.disabled', id, revision FROM disabled RETURNING 1`,
    [organisationId, id, isGone, afterSeconds, url],
  );
  return rows.length > 0;
}
