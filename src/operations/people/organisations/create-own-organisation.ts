import { countOwned } from '../../../db/sql/people/memberships.js';
import type { Organisation } from '../../../db/sql/people/organisations.js';
import { lockPerson } from '../../../db/sql/people/people.js';
import { invalidInput, PostriderError } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { validateName } from '../../../domain/text.js';
import { newId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';
import { type Founder, foundOrganisation } from './create-organisation.js';

export interface CreateOwnOrganisationInput {
  readonly name: string;
  readonly founder: Founder;
}

/** Somebody who has signed in makes an organisation, and owns it. */
export async function createOwnOrganisation(
  { db }: Pick<Services, 'db'>,
  { name, founder }: CreateOwnOrganisationInput,
): Promise<Organisation> {
  const errors = validateName('name', name);
  if (errors.length > 0) throw invalidInput(errors);
  const id = newId();
  // What the person owns already lies in other organisations.
  return db.acrossOrganisations(async (tx) => {
    await lockPerson(tx, founder.personId);
    if ((await countOwned(tx, founder.personId)) >= LIMITS.organisationsPerPerson) throw tooManyOrganisations();
    return foundOrganisation(tx.of(id), { name, founder });
  });
}

const tooManyOrganisations = () =>
  new PostriderError('too_many', `A person may own ${LIMITS.organisationsPerPerson} organisations.`);
