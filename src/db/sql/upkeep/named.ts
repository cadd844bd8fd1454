import type { EveryOrganisationSql } from '../../postgres/transaction.js';

/** What operators name on the command line. `about` tells rows of one name apart. */
const KINDS = {
  campaign: { table: 'campaigns', names: ['name'], about: 'created_at::text' },
  // A rotated key leaves one of the same name, which is of no use any more.
  key: {
    table: 'api_keys',
    names: ['name'],
    about: 'hint',
    usable: 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())',
  },
  'sender ID': { table: 'sender_ids', names: ['name'], about: 'status::text' },
  session: { table: 'chat_sessions', names: ['name', 'phone_number'], about: 'phone_number' },
  endpoint: { table: 'webhook_endpoints', names: ['url', 'description'], about: 'url' },
} as const;

export type NamedKind = keyof typeof KINDS;
export const NAMED_KINDS = Object.keys(KINDS) as NamedKind[];

export interface Named {
  readonly id: string;
  readonly organisationId: string;
  readonly organisation: string;
  readonly about: string | null;
}

/** `organisationId` null: in every organisation. */
type Wanted = { readonly organisationId: string | null } & ({ readonly id: string } | { readonly name: string });

/** Finds rows by their id, or usable rows by one of their names in any case; newest first. */
export function findByIdOrName(
  tx: EveryOrganisationSql,
  kind: NamedKind,
  wanted: Wanted,
  limit: number,
): Promise<Named[]> {
  const { table, names, about, usable } = { usable: 'true', ...KINDS[kind] };
  const named = names.map((column) => `lower(it.${column}) = lower(:name)`).join(' OR ');
  const condition = 'id' in wanted ? 'it.id = :id' : `(${named}) AND ${usable}`;
  return tx.sql<Named>(
    `WITH o AS MATERIALIZED (SELECT organisation_id, name FROM organisations)
     SELECT it.id, it.organisation_id AS "organisationId", o.name AS organisation, it.${about} AS about
     FROM ${table} it JOIN o ON o.organisation_id = it.organisation_id
     WHERE ${condition} AND (:organisationId::uuid IS NULL OR it.organisation_id = :organisationId)
     ORDER BY it.id DESC LIMIT :limit`,
    { ...wanted, limit },
  );
}
