import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { startLog } from '../../db/sql/events/log.js';
import {
  countOwned,
  insertMembership,
  listOwnMemberships,
  type OwnMembershipRow,
} from '../../db/sql/people/memberships.js';
import {
  hasTimeZone,
  insertOrganisation,
  lockOrganisation,
  type Organisation,
  type OrganisationSettings,
  readOrganisation,
  updateOrganisationRow,
} from '../../db/sql/people/organisations.js';
import { lockPerson } from '../../db/sql/people/people.js';
import { type Actor, type Caller, OPERATOR } from '../../domain/context.js';
import { type FieldError, fieldError, notFound, PostriderError, requireValid } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { isRestricted } from '../../domain/people/api-key.js';
import { isTimeZone, validateName } from '../../domain/text.js';
import { newId } from '../../lib/ids.js';
import type { Context, Services } from '../context.js';
import { readKeyAnew, readMemberAnew } from '../kernel/current-standing.js';
import { forCaller } from '../kernel/reads.js';
import { recordAudit } from './audit-log.js';

export type { Organisation as OrganisationRow } from '../../db/sql/people/organisations.js';

export interface CreateOrganisationInput {
  readonly name: string;
  /** The organisation of the demo. */
  readonly demo?: boolean;
  /** Null if the command line creates the organisation: it has no members until the operator invites one. */
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
  requireValid(validateName('name', input.name));
  const id = newId();
  return db.inOrganisation(id, (tx) => insertFoundedOrganisation(tx, input));
}

/** The transaction belongs to the new organisation. */
export async function insertFoundedOrganisation(
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

export interface CreateOwnOrganisationInput {
  readonly name: string;
  readonly founder: Founder;
}

/** Creates an organisation with the signed-in person as its owner. */
export async function createOwnOrganisation(
  { db }: Pick<Services, 'db'>,
  { name, founder }: CreateOwnOrganisationInput,
): Promise<Organisation> {
  requireValid(validateName('name', name));
  const id = newId();
  // Counting what the person owns needs to see every organisation.
  return db.acrossOrganisations(async (tx) => {
    await lockPerson(tx, founder.personId);
    if ((await countOwned(tx, founder.personId)) >= LIMITS.organisationsPerPerson) throw tooManyOrganisations();
    return insertFoundedOrganisation(tx.of(id), { name, founder });
  });
}

const tooManyOrganisations = () =>
  new PostriderError('too_many', `A person may own ${LIMITS.organisationsPerPerson} organisations.`);

export const getOrganisation = forCaller(readOrganisation);

/** The organisations that a person may act for. */
export function listOwnOrganisations(
  { db }: Pick<Services, 'db'>,
  { id }: { readonly id: string },
): Promise<OwnMembershipRow[]> {
  return db.acrossOrganisations((tx) => listOwnMemberships(tx, id));
}

/** Fields that are left out stay unchanged. Days that are null: the default of the installation. */
type UpdateOrganisationInput = {
  readonly [Setting in keyof OrganisationSettings]?: OrganisationSettings[Setting] | null | undefined;
};

export async function updateOrganisation(
  { db, caller }: Context,
  input: UpdateOrganisationInput,
): Promise<Organisation> {
  const { organisationId } = caller;
  requireValid(validate(input));
  const { timeZone } = input;
  if (timeZone != null) {
    const isKnown = await db.atOnceInOrganisation(organisationId, (tx) => hasTimeZone(tx, timeZone));
    requireValid(isKnown ? [] : [unknownTimeZone()]);
  }
  return db.inOrganisation(organisationId, async (tx) => {
    await lockForChange(tx, caller);
    const organisation = await readOrganisation(tx);
    const wanted = settingsFor(organisation, input);
    const { before, after } = changesOf(organisation, wanted);
    if (Object.keys(after).length === 0) return organisation;
    const updated = await updateOrganisationRow(tx, wanted);
    await recordAudit(tx, caller, { action: 'organisation.updated', subjectId: organisationId, before, after });
    return updated;
  });
}

/** Reads the caller's rights again, since the authenticator caches them for some seconds. */
export async function lockForChange(tx: OrganisationTx, caller: Caller): Promise<void> {
  if (caller.mode === 'test') throw new PostriderError('live_for_test_key');
  if ((await lockOrganisation(tx)) === null) throw notFound('Organisation');
  const { kind } = caller.actor;
  if (kind === 'person') await readMemberAnew(tx, caller, 'organisation:manage');
  // The key could lift the rule that limits it to approved sender IDs.
  if (kind === 'key' && isRestricted(await readKeyAnew(tx, caller))) {
    throw new PostriderError('not_allowed_for_key', 'A restricted API key cannot change the organisation.');
  }
}

const unknownTimeZone = () =>
  fieldError('timeZone', 'invalid', 'Must be the name of a time zone, such as Africa/Nairobi or UTC.');

const DAYS = ['retentionDays', 'messageRetentionDays'] as const;

function validate({ name, timeZone, ...others }: UpdateOrganisationInput): FieldError[] {
  const errors = name == null ? [] : validateName('name', name);
  if (timeZone != null && !isTimeZone(timeZone)) {
    errors.push(unknownTimeZone());
  }
  for (const field of DAYS) {
    const days = others[field];
    if (days == null || (days >= 1 && days <= LIMITS.retentionDaysMax)) continue;
    errors.push(fieldError(field, 'invalid', `Must be between 1 and ${LIMITS.retentionDaysMax}.`));
  }
  return errors;
}

function settingsFor(
  current: OrganisationSettings,
  { name, retentionDays, messageRetentionDays, ...others }: UpdateOrganisationInput,
): OrganisationSettings {
  return {
    name: name?.trim() ?? current.name,
    retentionDays: retentionDays === undefined ? current.retentionDays : retentionDays,
    messageRetentionDays: messageRetentionDays === undefined ? current.messageRetentionDays : messageRetentionDays,
    enforceSenderIds: others.enforceSenderIds ?? current.enforceSenderIds,
    timeZone: others.timeZone ?? current.timeZone,
    pauseOnFailures: others.pauseOnFailures ?? current.pauseOnFailures,
    smartEncoding: others.smartEncoding ?? current.smartEncoding,
    stopScope: others.stopScope ?? current.stopScope,
  };
}

/** Returns the settings that differ, before and after. */
export function changesOf<Settings extends object>(current: Settings, wanted: Settings) {
  const changed = (Object.keys(wanted) as (keyof Settings)[]).filter((field) => wanted[field] !== current[field]);
  const partOf = (settings: Settings) => Object.fromEntries(changed.map((field) => [field, settings[field]]));
  return { before: partOf(current), after: partOf(wanted) };
}
