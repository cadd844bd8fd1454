import { Organisation } from '../db/entities/organisation.js';
import { startLog } from '../db/queries/events/start-log.js';
import { inOrganisation } from '../db/transaction.js';
import type { Services } from '../domain/context.js';
import { fieldError, invalidInput } from '../domain/errors.js';
import { LIMITS } from '../domain/limits.js';
import { validateLabel } from '../domain/text.js';
import { newId } from '../lib/ids.js';

export interface CreateOrganisationInput {
  readonly name: string;
  /** Made for trying out; real data never belongs to it. */
  readonly demo?: boolean;
}

export function createOrganisation(
  { orm }: Pick<Services, 'orm'>,
  { name, demo = false }: CreateOrganisationInput,
): Promise<Organisation> {
  const errors = validateLabel('name', name, LIMITS.nameLength);
  if (name.trim() === '') errors.push(fieldError('name', 'blank', 'This field may not be blank.'));
  if (errors.length > 0) throw invalidInput(errors);
  const id = newId();
  return inOrganisation(orm, id, async (tx) => {
    const { em } = tx;
    const organisation = em.create(Organisation, { id, name, demo, retentionDays: null, createdAt: new Date() });
    await em.flush();
    await startLog(tx, id);
    return organisation;
  });
}
