import { asTyped, VARIABLES } from '../../config/command-line.js';
import { listOrganisations as listRows, type Organisation } from '../../db/sql/people/organisations.js';
import type { Named, NamedKind } from '../../db/sql/upkeep/named.js';
import { isUuid } from '../../lib/ids.js';
import type { Services } from '../../operations/context.js';
import { CommandError } from '../command.js';
import { findNamed } from '../find-named.js';
import { printProblem } from '../output.js';
import { styleProblem } from '../terminal-text.js';
import type { RememberedOrganisation } from './remembered-organisation.js';

/** Lists all organisations, oldest first. */
export function listOrganisations({ db }: Pick<Services, 'db'>): Promise<Organisation[]> {
  return db.acrossOrganisations(listRows);
}

type Chooser = Pick<Services, 'db'> & { readonly remembered: Pick<RememberedOrganisation, 'read'> };

/**
 * Returns the named organisation; without a name, the remembered one, or the only one besides the demo; if there is
 * none, the demo.
 */
export async function chooseOrganisation(services: Chooser, nameOrId: string | undefined): Promise<Organisation> {
  const all = await listOrganisations(services);
  // An empty variable counts as not set.
  if (nameOrId?.trim()) return findOrganisation(all, nameOrId);
  const remembered = services.remembered.read();
  if (remembered !== null) return findRemembered(all, remembered);
  const real = all.filter(({ demo }) => !demo);
  if (real.length > 1) throw new CommandError(severalOrganisations(real));
  const chosen = real[0] ?? all[0];
  if (!chosen)
    throw new CommandError(`There is no organisation yet: create one with "${asTyped('organisation create NAME')}".`);
  return chosen;
}

/** A UUID is always an id, although a name may look like one. */
export function findOrganisation(all: readonly Organisation[], given: string): Organisation {
  const wanted = given.trim().toLowerCase();
  const [found, ...others] = all.filter(({ id, name }) => (isUuid(wanted) ? id : name.toLowerCase()) === wanted);
  if (!found) {
    throw new CommandError(`There is no organisation "${given}": see "${asTyped('organisation list')}".`);
  }
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(' or ');
  throw new CommandError(`There are several organisations with the name "${given}": give the id, ${ids}.`);
}

/** Says which one it is, because the command does not. */
function findRemembered(all: readonly Organisation[], id: string): Organisation {
  const found = all.find((one) => one.id === id);
  if (!found) {
    throw new CommandError(
      `The remembered organisation ${id} is not in this database: choose another with ` +
        `"${asTyped('organisation use NAME')}", or forget it with "${asTyped('organisation use --none')}".`,
    );
  }
  printProblem(styleProblem('dim', `Organisation: ${found.name} (remembered by "organisation use")`));
  return found;
}

const LISTED_AT_MOST = 10;

function severalOrganisations(real: readonly Organisation[]): string {
  const listed = real.slice(0, LISTED_AT_MOST).map(({ id, name }) => `  ${id}  ${name}`);
  const more = real.length > listed.length ? [`  … and ${real.length - listed.length} more`] : [];
  const head =
    `There are several organisations: name one with --organisation NAME_OR_ID or by ${VARIABLES.organisation}, ` +
    `or choose one for all commands with "${asTyped('organisation use NAME_OR_ID')}".`;
  return [head, ...listed, ...more].join('\n');
}

/**
 * Finds something of an organisation. An id is enough; a name is looked up in the organisation that the command works
 * on.
 */
export async function findOwned(
  services: Chooser,
  kind: NamedKind,
  given: string,
  organisation: string | undefined,
): Promise<Named> {
  const within = isUuid(given) ? null : (await chooseOrganisation(services, organisation)).id;
  return findNamed(services, kind, given, within);
}
