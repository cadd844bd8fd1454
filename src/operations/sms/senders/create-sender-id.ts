import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { insertSenderId, type SenderIdRow } from '../../../db/sql/sms/senders/sender-ids.js';
import { invalidField, invalidInput, PostriderError } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { readCountries, registeredName, validateCountries, validateSenderName } from '../../../domain/sms/sender-id.js';
import { newId } from '../../../lib/ids.js';
import type { Context } from '../../context.js';
import { once, type Replayable } from '../../kernel/once.js';
import { recordAudit } from '../../people/audit-log.js';

export interface CreateSenderIdInput {
  readonly name: string;
  /** Null: in every country. */
  readonly countries?: readonly string[] | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

/**
 * Registers a sender ID, which stays pending until the operator approves it: the operator answers to gateways for it.
 */
export async function createSenderId(context: Context, input: CreateSenderIdInput): Promise<Replayable<SenderIdRow>> {
  const errors = [...validateSenderName('name', input.name), ...validateCountries('countries', input.countries)];
  if (errors.length > 0) throw invalidInput(errors.slice(0, LIMITS.fieldErrorsPerAnswer));
  return context.db.inOrganisation(context.caller.organisationId, (tx) =>
    once(tx, context, 'createSenderId', input, () => register(tx, context, input)),
  );
}

async function register(tx: OrganisationTx, { caller }: Context, input: CreateSenderIdInput): Promise<SenderIdRow> {
  const id = newId();
  const name = registeredName(input.name);
  const countries = readCountries(input.countries);
  const inserted = await insertSenderId(tx, { id, name, countries }, LIMITS.senderIdsPerOrganisation);
  if (inserted === 'taken') throw alreadyThere();
  if (inserted === 'too_many') throw tooManySenderIds();
  await recordAudit(tx, caller, { action: 'sender_id.created', subjectId: id, after: { name, countries } });
  return inserted;
}

const alreadyThere = () => invalidField('name', 'already_exists', 'The organisation has this sender ID already.');

const tooManySenderIds = () =>
  new PostriderError('too_many', `An organisation may have ${LIMITS.senderIdsPerOrganisation} sender IDs.`);
