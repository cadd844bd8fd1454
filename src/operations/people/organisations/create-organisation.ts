import { startLog } from '../../../db/sql/events/log.js';
import { insertMembership } from '../../../db/sql/people/memberships.js';
import { insertOrganisation, type Organisation } from '../../../db/sql/people/organisations.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { type Actor, OPERATOR } from '../../../domain/context.js';
import { invalidInput } from '../../../domain/errors.js';
import { validateName } from '../../../domain/text.js';
import { newId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';
import { recordAudit } from '../audit/record-audit.js';

export interface CreateOrganisationInput {
  readonly name: string;
  /** Made for trying out; real data never belongs to it. */
  readonly demo?: boolean;
  /** Null: made at the command line, and without members until somebody is invited. */
  readonly founder?: Founder | null;
}

export interface Founder {
  readonly personId: string;
  readonly name: string;
  readonly address: string;
}

export async function createOrganisation(
  { db }: Pick<Services, 'db'>,
  input: CreateOrganisationInput,
): Promise<Organisation> {
  const errors = validateName('name', input.name);
  if (errors.length > 0) throw invalidInput(errors);
  const id = newId();
  return db.inOrganisation(id, (tx) => foundOrganisation(tx, input));
}

/** Within a transaction of the organisation that is to be. */
export async function foundOrganisation(
  tx: OrganisationTx,
  { name, demo = false, founder = null }: CreateOrganisationInput,
): Promise<Organisation> {
  const { organisationId: id } = tx;
  const organisation = await insertOrganisation(tx, { name: name.trim(), demo });
  await startLog(tx);
  if (founder) await insertMembership(tx, founder.personId, 'owner');
  const actor: Actor = founder ? { kind: 'person', id: founder.personId, name: founder.name } : OPERATOR;
  const by = { organisationId: id, actor, address: founder?.address ?? null };
  await recordAudit(tx, by, { action: 'organisation.created', subjectId: id, after: { name: organisation.name } });
  return organisation;
}
