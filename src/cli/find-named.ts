import { asTyped } from '../config/how-started.js';
import { isUuid } from '../lib/ids.js';
import { maskUnprintable } from '../lib/log/unprintable.js';
import type { Services } from '../operations/context.js';
import { CommandError } from './command.js';

/** What commands take by id or by name. */
const KINDS = {
  campaign: { table: 'campaigns', names: ['name'], about: 'created_at::text' },
  // A rotated key leaves one of the same name, which is of no use any more.
  key: {
    table: 'api_keys',
    names: ['name'],
    about: 'hint',
    usable: 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())',
    list: 'key list',
  },
  'sender ID': { table: 'sender_ids', names: ['name'], about: 'status::text', list: 'sender list' },
  session: { table: 'chat_sessions', names: ['name', 'phone_number'], about: 'phone_number' },
  endpoint: { table: 'webhook_endpoints', names: ['url', 'description'], about: 'url' },
} as const;

export type Kind = keyof typeof KINDS;

export interface Found {
  readonly id: string;
  readonly organisationId: string;
}

interface Candidate extends Found {
  readonly organisation: string;
  readonly about: string | null;
}

/**
 * Finds what a command takes by id or name. A UUID is always an id: otherwise an organisation could name something of
 * its own like the id of another's. Without an organisation, looks in all of them.
 */
export async function findNamed(
  { db }: Pick<Services, 'db'>,
  kind: Kind,
  given: string,
  organisationId: string | null,
): Promise<Found> {
  const byId: boolean = isUuid(given);
  const condition = byId ? 'it.id = :id' : `(${namesOf(kind)})${usableOf(kind)}`;
  const { table, about } = KINDS[kind];
  const find = `SELECT it.id, it.organisation_id AS "organisationId", o.name AS organisation, it.${about} AS about
    FROM ${table} it JOIN organisations o ON o.organisation_id = it.organisation_id
    WHERE ${condition} AND (:organisationId::uuid IS NULL OR it.organisation_id = :organisationId)
    ORDER BY it.id DESC LIMIT ${LISTED_AT_MOST + 1}`;
  const values = byId ? { id: given, organisationId } : { name: given.trim(), organisationId };
  const found = await db.acrossOrganisations((tx) => tx.sql<Candidate>(find, values));
  return chooseOne(kind, given, found);
}

function namesOf(kind: Kind): string {
  return KINDS[kind].names.map((column) => `lower(it.${column}) = lower(:name)`).join(' OR ');
}

function usableOf(kind: Kind): string {
  const { usable } = { usable: null, ...KINDS[kind] };
  return usable === null ? '' : ` AND ${usable}`;
}

const LISTED_AT_MOST = 10;

function chooseOne(kind: Kind, given: string, found: readonly Candidate[]): Found {
  const [only, ...others] = found;
  if (!only) throw new CommandError(noneFound(kind, given));
  if (others.length === 0) return only;
  const listed = found.slice(0, LISTED_AT_MOST).map(({ id, organisation, about }) => {
    return `  ${id}  ${maskUnprintable([organisation, about].filter(Boolean).join(', '))}`;
  });
  const more = found.length > LISTED_AT_MOST ? ['  … and more'] : [];
  const head = `There are several ${kind}s with the name "${given}": give the id of one, newest first:`;
  throw new CommandError([head, ...listed, ...more].join('\n'));
}

function noneFound(kind: Kind, given: string): string {
  const { list } = { list: null, ...KINDS[kind] };
  const called = isUuid(given) ? `with the id ${given}` : `"${given}"`;
  return `There is no ${kind} ${called}${list === null ? '.' : `: see "${asTyped(list)}".`}`;
}
