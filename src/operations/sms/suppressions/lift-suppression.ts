import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { createdBy } from '../../../db/sql/people/created-by.js';
import { deleteErasedSuppression } from '../../../db/sql/sms/recipients/erased-suppressions.js';
import {
  deleteSuppression,
  lockSuppression,
  type SuppressionKey,
  type SuppressionRow,
} from '../../../db/sql/sms/recipients/suppressions.js';
import { fieldError, invalidInput, notFound, PostriderError } from '../../../domain/errors.js';
import { hashMobile } from '../../../domain/personal-hash.js';
import type { SecretKeys } from '../../../domain/secret-keys.js';
import { parseMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';
import { readHashingKeys } from '../../kernel/retired-keys.js';
import { recordAudit } from '../../people/audit-log.js';
import { recordConsent } from './record-consent.js';

export interface LiftSuppressionInput {
  /** Or the number. */
  readonly id?: string | null | undefined;
  readonly mobile?: string | null | undefined;
  /** Null: the suppression for every sender. */
  readonly senderId?: string | null | undefined;
}

/** Ends a suppression: messages to the number are sent again. */
export async function liftSuppression(
  { db, caller, secretKeys }: Context,
  input: LiftSuppressionInput,
): Promise<SuppressionRow> {
  const { organisationId } = caller;
  const key = readKey(input);
  return db.inOrganisation(organisationId, async (tx) => {
    const stored = await lockSuppression(tx, key);
    if (stored) await deleteSuppression(tx, stored.id);
    const lifted = stored ?? ('id' in key ? null : await liftErased(tx, secretKeys, key));
    if (!lifted) throw notFound('Suppression');
    if (caller.mode === 'test' && !lifted.test) throw new PostriderError('live_for_test_key');
    const { source, delivery_code: deliveryCode, sender_id: senderId } = lifted;
    const before = { source, deliveryCode, senderId: senderId || null };
    await recordAudit(tx, caller, { action: 'suppression.lifted', subjectId: lifted.id, before });
    const { mobile, test, promotional_only } = lifted;
    await recordConsent(tx, [
      {
        ...{ mobile, change: 'opted_in', source: 'manual', sender_id: senderId, test, promotional_only },
        ...createdBy(caller.actor),
      },
    ]);
    return lifted;
  });
}

async function liftErased(
  tx: OrganisationTx,
  secretKeys: SecretKeys,
  key: SuppressionKey,
): Promise<SuppressionRow | null> {
  const keys = await readHashingKeys(tx, secretKeys);
  return deleteErasedSuppression(
    tx,
    key,
    keys.map((secretKey) => hashMobile(secretKey, key.mobile)),
  );
}

function readKey({ id, mobile: given, senderId }: LiftSuppressionInput): SuppressionKey | { readonly id: string } {
  if (id != null) return { id };
  if (given == null) throw invalidInput([fieldError('mobile', 'required', 'Give the id or the number.')]);
  const mobile = parseMobile(given);
  if (!mobile.ok) throw invalidInput([fieldError('mobile', mobile.reason, mobile.message)]);
  return { mobile: mobile.digits, senderId: senderId ?? '' };
}
