import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { readHashingKeys } from '../../../db/sql/kernel/secret-keys.js';
import { createdBy } from '../../../db/sql/people/created-by.js';
import { deleteErasedSuppression } from '../../../db/sql/sms/recipients/erased-suppressions.js';
import {
  deleteSuppression,
  lockSuppression,
  type SuppressionKey,
  type SuppressionRow,
} from '../../../db/sql/sms/recipients/suppressions.js';
import { invalidField, notFound, PostriderError } from '../../../domain/errors.js';
import { hashMobile, type SecretKeys } from '../../../domain/secret-keys.js';
import { parseMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { recordConsent } from './record-consent.js';

export interface LiftSuppressionInput {
  /** Or the number. */
  readonly id?: string | null | undefined;
  readonly mobile?: string | null | undefined;
  /** Null: the suppression for every sender. */
  readonly senderId?: string | null | undefined;
}

/**
 * Ends a suppression: messages to the number are sent again. One of the same number and sender that has outlived its
 * erasure ends with it, since the caller sees a single one; but a test key that ends one of the sandbox leaves it if it
 * is live.
 */
export async function liftSuppression(
  { db, caller, secretKeys }: Context,
  input: LiftSuppressionInput,
): Promise<SuppressionRow> {
  const { organisationId } = caller;
  const key = readKey(input);
  return db.inOrganisation(organisationId, async (tx) => {
    const stored = await lockSuppression(tx, key);
    if (stored) await deleteSuppression(tx, stored.id);
    const testOnly = caller.mode === 'test' && stored?.test === true;
    const erased = await liftErased(tx, secretKeys, stored ? keyOf(stored) : key, testOnly);
    const lifted = [stored, erased].filter((row) => row !== null);
    const [shown] = lifted;
    if (!shown) throw notFound('Suppression');
    const test = lifted.every((row) => row.test);
    if (caller.mode === 'test' && !test) throw new PostriderError('live_for_test_key');
    for (const { id, source, delivery_code: deliveryCode, sender_id: senderId } of lifted) {
      const before = { source, deliveryCode, senderId: senderId || null };
      await recordAudit(tx, caller, { action: 'suppression.lifted', subjectId: id, before });
    }
    const { mobile, sender_id } = shown;
    const promotional_only = lifted.every((row) => row.promotional_only);
    await recordConsent(tx, [
      {
        ...{ mobile, change: 'opted_in', source: 'manual', sender_id, test, promotional_only },
        ...createdBy(caller.actor),
      },
    ]);
    return shown;
  });
}

const keyOf = ({ mobile, sender_id: senderId }: SuppressionRow): SuppressionKey => ({ mobile, senderId });

async function liftErased(
  tx: OrganisationTx,
  secretKeys: SecretKeys,
  key: SuppressionKey | { readonly id: string },
  testOnly: boolean,
): Promise<SuppressionRow | null> {
  if ('id' in key) return null;
  const keys = await readHashingKeys(tx, secretKeys);
  const mobileHashes = keys.map((secretKey) => hashMobile(secretKey, key.mobile));
  return deleteErasedSuppression(tx, key, { mobileHashes, testOnly });
}

function readKey({ id, mobile: given, senderId }: LiftSuppressionInput): SuppressionKey | { readonly id: string } {
  if (id != null) return { id };
  if (given == null) throw invalidField('mobile', 'required', 'Give the id or the number.');
  const mobile = parseMobile(given);
  if (!mobile.ok) throw invalidField('mobile', mobile.reason, mobile.message);
  return { mobile: mobile.digits, senderId: senderId ?? '' };
}
