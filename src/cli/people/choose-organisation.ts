import { Option } from 'commander';
import { settings } from '../../config/settings.js';
import { listOrganisations as listRows, type Organisation } from '../../db/sql/people/organisations.js';
import { isUuid } from '../../lib/ids.js';
import type { Services } from '../../operations/context.js';
import { CommandError } from '../command.js';

/** Lists all organisations, oldest first. */
export function listOrganisations({ db }: Pick<Services, 'db'>): Promise<Organisation[]> {
  return db.acrossOrganisations(listRows);
}

/** The option of every command that works on one organisation. */
export function organisationOption(): Option {
  return new Option('--organisation <name>', 'name or id of the organisation; may be omitted if there is only one').env(
    settings.organisation.name,
  );
}

/** Returns the named organisation; without a name, the only one besides the demo; if there is none, the demo. */
export async function chooseOrganisation(services: Services, nameOrId: string | undefined): Promise<Organisation> {
  const all = await listOrganisations(services);
  // An empty variable counts as not set.
  const wanted = nameOrId?.trim().toLowerCase();
  if (wanted) return findNamed(all, wanted, nameOrId);
  const real = all.filter(({ demo }) => !demo);
  if (real.length > 1) throw new CommandError(severalOrganisations(real));
  const chosen = real[0] ?? all[0];
  if (!chosen)
    throw new CommandError(
      'There is no organisation yet: create one with "npm run postrider -- organisation create NAME".',
    );
  return chosen;
}

function findNamed(all: readonly Organisation[], wanted: string, given = ''): Organisation {
  const byId = all.find(({ id }) => id === wanted);
  const [named, ...others] = byId ? [byId] : all.filter(({ name }) => name.toLowerCase() === wanted);
  if (!named) {
    throw new CommandError(`There is no organisation "${given}": see "npm run postrider -- organisation list".`);
  }
  if (others.length === 0) return named;
  const ids = [named, ...others].map(({ id }) => id).join(' or ');
  throw new CommandError(`There are several organisations with the name "${given}": give the id, ${ids}.`);
}

const LISTED_AT_MOST = 10;

function severalOrganisations(real: readonly Organisation[]): string {
  const listed = real.slice(0, LISTED_AT_MOST).map(({ id, name }) => `"${name}" (${id})`);
  const more = real.length > listed.length ? [`${real.length - listed.length} more`] : [];
  return (
    'There are several organisations: name one with --organisation NAME_OR_ID, or by ' +
    `${settings.organisation.name}. There are ${[...listed, ...more].join(', ')}.`
  );
}

/** Returns the organisation of a campaign, key or sender ID, because commands get only its id. */
export async function findOwner(
  { db }: Pick<Services, 'db'>,
  table: 'campaigns' | 'api_keys' | 'sender_ids',
  id: string,
): Promise<string | null> {
  if (!isUuid(id)) return null;
  const find = `SELECT organisation_id FROM ${table} WHERE id = :id`;
  const [row] = await db.acrossOrganisations((tx) => tx.sql<{ organisation_id: string }>(find, { id }));
  return row?.organisation_id ?? null;
}
