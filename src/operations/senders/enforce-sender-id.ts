import { findRegistration } from '../../db/queries/senders/sender-ids.js';
import type { Tx } from '../../db/transaction.js';
import type { Caller } from '../../domain/context.js';
import { fieldError, invalidInput } from '../../domain/errors.js';
import { isAtHomeIn } from '../../domain/sms/phone-number.js';
import type { Recipient } from '../../domain/sms/recipients.js';
import {
  INVALID_SENDER_ID,
  type Registration,
  refusalOf,
  refusalOfCountry,
  registeredName,
} from '../../domain/sms/sender-id.js';

/** Refuses a send that may not leave under this sender id, for an organisation that allows approved ones only. */
export async function requireApprovedFor(
  tx: Tx,
  organisationId: string,
  senderId: string | null,
  mobile: string,
): Promise<void> {
  const { countries } = await requireApproved(tx, organisationId, senderId);
  if (countries === null || isAtHomeIn(mobile, new Set(countries))) return;
  throw refuse('sender_not_approved', refusalOfCountry(mobile));
}

/**
 * The same for many: the sender id must be approved, but recipients in countries that it is not for fail alone, as malformed
 * numbers do. One of ten thousand does not stop the others.
 */
export async function failUncovered(
  tx: Tx,
  { organisationId, enforcesSenderIds }: Pick<Caller, 'organisationId' | 'enforcesSenderIds'>,
  senderId: string | null,
  recipients: readonly Recipient[],
): Promise<readonly Recipient[]> {
  if (!enforcesSenderIds) return recipients;
  const registration = await requireApproved(tx, organisationId, senderId);
  if (registration.countries === null) return recipients;
  const countries = new Set(registration.countries);
  return recipients.map((recipient) =>
    recipient.status === 'queued' && !isAtHomeIn(recipient.mobile, countries)
      ? { ...recipient, status: 'failed', deliveryCode: INVALID_SENDER_ID }
      : recipient,
  );
}

async function requireApproved(tx: Tx, organisationId: string, senderId: string | null): Promise<Registration> {
  if (senderId === null) throw refuse('required', 'Give an approved sender ID: the organisation sends under no other.');
  const registration = await findRegistration(tx, organisationId, registeredName(senderId));
  const refusal = refusalOf(registration);
  if (!registration || refusal !== null) throw refuse('sender_not_approved', refusal ?? '');
  return registration;
}

const refuse = (code: string, message: string) => invalidInput([fieldError('senderId', code, message)]);
