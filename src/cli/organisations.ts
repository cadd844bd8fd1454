import { Organisation } from '../db/entities/organisation.js';
import { acrossOrganisations } from '../db/transaction.js';
import type { Services } from '../domain/context.js';
import { isUuid } from '../lib/ids.js';
import { CommandError } from './failure.js';

/** Oldest first. */
export function listOrganisations({ orm }: Pick<Services, 'orm'>): Promise<Organisation[]> {
  return acrossOrganisations(orm, ({ em }) => em.find(Organisation, {}, { orderBy: { id: 'asc' } }));
}

/** The one that is named; else the only real one; else, while there is none, that of the demo. */
export async function chooseOrganisation(services: Services, id: string | undefined): Promise<Organisation> {
  const all = await listOrganisations(services);
  if (id !== undefined) {
    const named = all.find((organisation) => organisation.id === id.toLowerCase());
    if (!named) throw new CommandError(`There is no organisation ${id}: see "npm run postrider -- organisation list".`);
    return named;
  }
  const real = all.filter(({ demo }) => !demo);
  if (real.length > 1) {
    throw new CommandError('There are several organisations: say which with --organisation ID ("organisation list").');
  }
  const chosen = real[0] ?? all[0];
  if (!chosen)
    throw new CommandError(
      'There is no organisation yet: make one with "npm run postrider -- organisation create NAME".',
    );
  return chosen;
}

/** Whose a campaign, key or sender id is; commands are given its id alone. */
export async function findOwner(
  { orm }: Pick<Services, 'orm'>,
  table: 'campaigns' | 'api_keys' | 'sender_ids',
  id: string,
): Promise<string | null> {
  if (!isUuid(id)) return null;
  const find = `SELECT organisation_id FROM ${table} WHERE id = $1`;
  const [row] = await acrossOrganisations(orm, (tx) => tx.sql<{ organisation_id: string }>(find, [id]));
  return row?.organisation_id ?? null;
}
