import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import {
  deleteSenderIdRow,
  insertSenderId,
  listSenderIdsOfAll,
  lockSenderId,
  type OwnedSenderIdRow,
  SENDER_IDS,
  type SenderIdConditions,
  type SenderIdRow,
} from '../../../db/sql/sms/senders/sender-ids.js';
import { invalidField, notFound, PostriderError, requireValid } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { readCountries, registeredName, validateCountries, validateSenderName } from '../../../domain/sms/sender-id.js';
import { newId } from '../../../lib/ids.js';
import type { Context, Services } from '../../context.js';
import { once, type Replayable } from '../../kernel/once.js';
import { filteredListForCaller } from '../../kernel/reads.js';
import { recordAudit } from '../../people/audit-log.js';

export type { SenderIdRow } from '../../../db/sql/sms/senders/sender-ids.js';

export const listSenderIds = filteredListForCaller('sender ids', SENDER_IDS);

/** For the operator, at most `LIMITS.senderIdsListed`; `organisationId` null: of every organisation. */
export function listSenderIdsOfInstallation(
  { db }: Pick<Services, 'db'>,
  wanted: SenderIdConditions & { readonly organisationId: string | null },
): Promise<OwnedSenderIdRow[]> {
  return db.acrossOrganisations((tx) => listSenderIdsOfAll(tx, wanted, LIMITS.senderIdsListed));
}

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
  requireValid(errors.slice(0, LIMITS.fieldErrorsPerAnswer));
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

/**
 * Returns the sender ID as it was. Messages that were accepted under it are still sent under it. One that was rejected
 * stays while it holds messages: they would leave without it.
 */
export function deleteSenderId(
  { db, caller }: Context,
  { senderIdId: id }: { readonly senderIdId: string },
): Promise<SenderIdRow> {
  const { organisationId, mode } = caller;
  return db.inOrganisation(organisationId, async (tx) => {
    const found = await lockSenderId(tx, id);
    if (!found) throw notFound('Sender ID');
    // Live messages may use an approved sender ID.
    if (mode === 'test' && found.status === 'approved') throw new PostriderError('live_for_test_key');
    if (found.holds_messages) throw holdsMessages();
    await deleteSenderIdRow(tx, id);
    const { name, countries, status } = found;
    await recordAudit(tx, caller, { action: 'sender_id.deleted', subjectId: id, before: { name, countries, status } });
    return found;
  });
}

const holdsMessages = () =>
  invalidField(
    'senderIdId',
    'invalid',
    'The operator has rejected the sender ID, and it holds the messages that wait.',
  );
