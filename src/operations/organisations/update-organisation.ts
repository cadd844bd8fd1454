import { Organisation } from '../../db/entities/organisation.js';
import { inOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';
import { type FieldError, fieldError, invalidInput } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { validateName } from '../../domain/text.js';
import { recordAudit } from '../audit/record-audit.js';
import { beginChange } from '../members/begin-change.js';

/** What is left out stays as it is. */
export interface UpdateOrganisationInput {
  readonly name?: string | null | undefined;
  /** Null: as the installation has it. */
  readonly retentionDays?: number | null | undefined;
  readonly enforceSenderIds?: boolean | null | undefined;
}

type Settings = Pick<Organisation, 'name' | 'retentionDays' | 'enforceSenderIds'>;

export async function updateOrganisation(
  { orm, caller }: Context,
  input: UpdateOrganisationInput,
): Promise<Organisation> {
  const errors = validate(input);
  if (errors.length > 0) throw invalidInput(errors);
  const { organisationId } = caller;
  return inOrganisation(orm, organisationId, async (tx) => {
    await beginChange(tx, caller);
    const organisation = await tx.em.findOneOrFail(Organisation, { id: organisationId });
    const { before, after } = changesOf(organisation, input);
    if (Object.keys(after).length === 0) return organisation;
    Object.assign(organisation, after);
    await tx.em.flush();
    await recordAudit(tx, caller, { action: 'organisation.updated', subjectId: organisationId, before, after });
    return organisation;
  });
}

function validate({ name, retentionDays }: UpdateOrganisationInput): FieldError[] {
  const errors = name == null ? [] : validateName('name', name);
  const isInRange = retentionDays == null || (retentionDays >= 1 && retentionDays <= LIMITS.retentionDaysMax);
  if (isInRange) return errors;
  const message = `Must be between 1 and ${LIMITS.retentionDaysMax}.`;
  return [...errors, fieldError('retentionDays', 'invalid', message)];
}

/** What would become different, as it was and as it will be. */
function changesOf(current: Settings, { name, retentionDays, enforceSenderIds }: UpdateOrganisationInput) {
  const wanted: Settings = {
    name: name?.trim() ?? current.name,
    retentionDays: retentionDays === undefined ? current.retentionDays : retentionDays,
    enforceSenderIds: enforceSenderIds ?? current.enforceSenderIds,
  };
  const changed = (Object.keys(wanted) as (keyof Settings)[]).filter((field) => wanted[field] !== current[field]);
  const partOf = (settings: Settings) => Object.fromEntries(changed.map((field) => [field, settings[field]]));
  return { before: partOf(current), after: partOf(wanted) };
}
