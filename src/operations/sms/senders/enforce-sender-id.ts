import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { findRegistrations } from '../../../db/sql/sms/senders/sender-ids.js';
import type { Caller } from '../../../domain/context.js';
import type { FieldCode } from '../../../domain/error-codes.js';
import { invalidField, PostriderError } from '../../../domain/errors.js';
import type { PlannedNumber } from '../../../domain/sms/bulk-plan.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import { isNumberOf } from '../../../domain/sms/phone-number.js';
import { type Registration, refusalOf, refusalOfCountry, registeredName } from '../../../domain/sms/sender-id.js';

/** Returns the sends whose sender ID is not approved, or not for the recipient's country, each with its refusal. */
export async function findUnapproved<Send extends { readonly senderId: string | null; readonly mobile: string }>(
  tx: OrganisationTx,
  sends: readonly Send[],
): Promise<Map<Send, PostriderError>> {
  const registrations = await findRegistrationsOf(
    tx,
    sends.map(({ senderId }) => senderId),
  );
  const unapproved = new Map<Send, PostriderError>();
  for (const send of sends) {
    const registration = approvedAmong(registrations, send.senderId);
    if (registration instanceof PostriderError) unapproved.set(send, registration);
    else if (registration.countries !== null && !isNumberOf(send.mobile, new Set(registration.countries)))
      unapproved.set(send, refuse('sender_not_approved', refusalOfCountry(send.mobile)));
  }
  return unapproved;
}

/**
 * The same for a campaign: a sender ID that is not approved refuses the call, but recipients in countries that it does
 * not cover fail alone, as malformed numbers do. One of ten thousand does not stop the others.
 */
export async function failUncovered<Row extends PlannedNumber>(
  tx: OrganisationTx,
  { enforcesSenderIds }: Pick<Caller, 'enforcesSenderIds'>,
  senderId: string | null,
  recipients: readonly Row[],
): Promise<readonly Row[]> {
  if (!enforcesSenderIds) return recipients;
  const registration = approvedAmong(await findRegistrationsOf(tx, [senderId]), senderId);
  if (registration instanceof PostriderError) throw registration;
  if (registration.countries === null) return recipients;
  const countries = new Set(registration.countries);
  return recipients.map((recipient) =>
    recipient.status === 'queued' && !isNumberOf(recipient.mobile, countries)
      ? { ...recipient, status: 'failed', deliveryCode: CODE_OF.InvalidSenderId }
      : recipient,
  );
}

function findRegistrationsOf(tx: OrganisationTx, senderIds: readonly (string | null)[]) {
  const names = new Set(senderIds.flatMap((senderId) => (senderId === null ? [] : registeredName(senderId))));
  return findRegistrations(tx, [...names]);
}

function approvedAmong(
  registrations: ReadonlyMap<string, Registration>,
  senderId: string | null,
): Registration | PostriderError {
  if (senderId === null)
    return refuse('required', 'Give an approved sender ID: the organisation sends under no other.');
  const registration = registrations.get(registeredName(senderId)) ?? null;
  const refusal = refusalOf(registration);
  return !registration || refusal !== null ? refuse('sender_not_approved', refusal ?? '') : registration;
}

const refuse = (code: FieldCode, message: string) => invalidField('senderId', code, message);
