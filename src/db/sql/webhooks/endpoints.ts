import { type InferResult, sql } from 'kysely';
import type { WebhookStatus } from '../../../domain/vocabulary.js';
import { countRows, type List } from '../../lists/list.js';
import type { OrganisationSql, OrganisationTx } from '../../postgres/transaction.js';
import { anyOf, first, NOW, type RowOf, run, tables } from '../../tables.js';
import { appendEvents } from '../events/append-events.js';
import { LOG } from '../events/log.js';
import { lockOrganisation } from '../people/organisations.js';

const COLUMNS = [
  'id',
  'url',
  'description',
  'types',
  'test',
  'status',
  'disabled_reason',
  'failures',
  'failing_since',
  'created_at',
  'updated_at',
  sql<number>`last_sequence::float8`.as('last_sequence'),
  // During a turn `not_before` is the end of the lease.
  sql<string | null>`CASE WHEN status = 'active' AND due_at < 'infinity'
      THEN CASE WHEN lease_id IS NULL THEN greatest(due_at, not_before) ELSE due_at END END`.as('next_attempt_at'),
] as const;

const endpoints = tables.selectFrom('webhook_endpoints').select(COLUMNS);

export type WebhookRow = InferResult<typeof endpoints>[number];

/** Oldest first. */
export const WEBHOOKS: List<WebhookRow, null, 'webhook_endpoints'> = {
  table: 'webhook_endpoints',
  order: ['id'],
  descending: false,
  rows: (from) => from.select(COLUMNS),
};

/** In any order. */
export function findWebhooks(tx: OrganisationSql, ids: readonly string[]): Promise<WebhookRow[]> {
  return run(tx, endpoints.where('organisation_id', '=', tx.organisationId).where('id', '=', anyOf(ids)));
}

/** Locks the row against changes by other calls and by workers. A lease of the endpoint stays valid. */
export function lockWebhook(tx: OrganisationSql, id: string): Promise<WebhookRow | null> {
  return first(tx, endpoints.where('organisation_id', '=', tx.organisationId).where('id', '=', id).forUpdate());
}

export type NewWebhook = RowOf<'webhook_endpoints', 'id' | 'url' | 'description' | 'types' | 'test' | 'secret'>;

/** The endpoint receives the events after the newest one. False: the organisation has reached its limit. */
export async function insertWebhook(tx: OrganisationSql, webhook: NewWebhook, webhooksMax: number): Promise<boolean> {
  await lockOrganisation(tx);
  if ((await countRows(tx, WEBHOOKS, null)) >= webhooksMax) return false;
  await tx.sql(
    `INSERT INTO webhook_endpoints AS e (organisation_id, id, url, description, types, test, secret, last_sequence)
     SELECT log.organisation_id, :id, :url, :description, :types, :test, :secret, log.newest FROM ${LOG}`,
    { ...webhook },
  );
  return true;
}

/** Null: unchanged. */
export interface WebhookChanges {
  readonly url: string | null;
  /** An empty text removes it. */
  readonly description: string | null;
  readonly types: RowOf<'webhook_endpoints'>['types'];
  readonly status: WebhookStatus | null;
}

/** Changes these columns only, since a worker may be calling the endpoint. The caller has locked the row. */
export async function updateWebhookRow(
  tx: OrganisationSql,
  before: Pick<WebhookRow, 'id' | 'url'>,
  { url, description, types, status }: WebhookChanges,
): Promise<void> {
  // Activating or moving an endpoint resets its failures: a worker calls it at once, or after the current lease.
  const startsAnew = status === 'active' || (url !== null && url !== before.url);
  const update = tables.updateTable('webhook_endpoints').set({
    url: url ?? undefined,
    description: description === null ? undefined : description || null,
    types: types ?? undefined,
    status: status ?? undefined,
    disabled_reason: status === null ? undefined : null,
    updated_at: NOW,
    ...(startsAnew && { failures: 0, failing_since: null, ...DUE_AT_ONCE }),
  });
  await run(tx, update.where('organisation_id', '=', tx.organisationId).where('id', '=', before.id));
}

/** Ends the back-off too, but not the lease of a turn. */
const DUE_AT_ONCE = {
  due_at: NOW,
  not_before: sql<string>`CASE WHEN lease_id IS NULL THEN '-infinity' ELSE not_before END`,
};

/** Makes the endpoint due, so that a worker looks for its events. */
export async function makeDue(
  tx: OrganisationSql,
  id: string,
  { endsBackOff }: { endsBackOff: boolean },
): Promise<void> {
  const update = tables.updateTable('webhook_endpoints').set(endsBackOff ? DUE_AT_ONCE : { due_at: NOW });
  await run(tx, update.where('organisation_id', '=', tx.organisationId).where('id', '=', id));
}

/**
 * Deliveries stay for `deleteOrphans`, since there may be millions. The caller has locked the row, so no worker adds
 * more.
 */
export async function deleteWebhookRow(tx: OrganisationSql, id: string): Promise<void> {
  await run(
    tx,
    tables.deleteFrom('webhook_endpoints').where('organisation_id', '=', tx.organisationId).where('id', '=', id),
  );
}

/** The current secret, then the previous one while it is still valid. */
export const SECRETS_IN_FORCE = `CASE WHEN previous_secret_until > now() THEN ARRAY[secret, previous_secret]
  ELSE ARRAY[secret] END`;

const secrets = tables
  .selectFrom('webhook_endpoints')
  .select([
    sql<readonly Buffer[]>`${sql.raw(SECRETS_IN_FORCE)}`.as('secrets'),
    sql<string | null>`CASE WHEN previous_secret_until > now() THEN previous_secret_until END`.as(
      'previous_secret_until',
    ),
  ]);

export type SealedSecrets = InferResult<typeof secrets>[number];

export function findSecrets(tx: OrganisationSql, id: string): Promise<SealedSecrets | null> {
  return first(tx, secrets.where('organisation_id', '=', tx.organisationId).where('id', '=', id));
}

/** The previous secret stays valid for the overlap. */
export async function replaceSecret(
  tx: OrganisationSql,
  id: string,
  sealed: Buffer,
  overlapHours: number,
): Promise<void> {
  const update = tables.updateTable('webhook_endpoints').set((eb) => ({
    previous_secret: eb.ref('secret'),
    previous_secret_until: sql`now() + make_interval(hours => ${overlapHours})`,
    secret: sealed,
    updated_at: NOW,
  }));
  await run(tx, update.where('organisation_id', '=', tx.organisationId).where('id', '=', id));
}

/**
 * Disables an endpoint that answered 410, or has failed for too long, unless its URL has changed. Appends the event.
 */
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
