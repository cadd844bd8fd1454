import { type ApiKey, expireApiKey, hasSuccessor } from '../../../db/sql/people/api-keys.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { fieldError, invalidInput } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { apiKeyState } from '../../../domain/people/api-key.js';
import { dateOf } from '../../../lib/date-of.js';
import type { Services } from '../../context.js';
import { recordAudit } from '../audit/record-audit.js';
import { type CreatedApiKey, storeNewKey } from './create-api-key.js';
import { type ActingFor, findApiKeyToChange, keyMakerOf, lockKeys, refuseToGrantMore } from './key-maker.js';

type RotateApiKeyInput = ActingFor & {
  readonly id: string;
  /** The old key is good for so long. */
  readonly overlapHours?: number | null | undefined;
};

export interface RotatedApiKey extends CreatedApiKey {
  /** The old one, with its end. */
  readonly replaced: ApiKey;
}

/**
 * A new key in the place of an old one: alike in all but its id, and with the same end. A key has one successor; only when
 * that has been revoked, because it was lost perhaps, can the old one be rotated again.
 */
export async function rotateApiKey(
  { db, secretKey }: Pick<Services, 'db' | 'secretKey'>,
  input: RotateApiKeyInput,
): Promise<RotatedApiKey> {
  const maker = keyMakerOf(input);
  const { organisationId } = maker;
  const overlapHours = readOverlap(input.overlapHours);
  return db.inOrganisation(organisationId, async (tx) => {
    await lockKeys(tx);
    const old = await findApiKeyToChange(tx, maker, input.id);
    const { id, name, mode, scopes, sessionIds, senderIds, addresses } = old;
    const expiresAt = dateOf(old.expiresAt);
    await refuseToGrantMore(tx, maker, { mode, scopes, expiresAt });
    await refuseUnfit(tx, old);
    // The old one first: one that ends at once makes room for the new one.
    const replaced = await expireApiKey(tx, id, overlapHours);
    const alike = { name, mode, scopes, sessionIds, senderIds, addresses, expiresAt };
    const created = await storeNewKey(tx, secretKey, { ...alike, replaces: id });
    await recordAudit(tx, maker, {
      action: 'api_key.rotated',
      subjectId: id,
      before: { expiresAt },
      after: { expiresAt: dateOf(replaced.expiresAt), replacedBy: created.apiKey.id },
    });
    return { ...created, replaced };
  });
}

function readOverlap(hours: number | null | undefined): number {
  const { keyOverlapHours, keyOverlapHoursMax } = LIMITS;
  if (hours == null) return keyOverlapHours;
  if (Number.isInteger(hours) && hours >= 0 && hours <= keyOverlapHoursMax) return hours;
  throw invalidInput([fieldError('overlapHours', 'invalid', `Give whole hours from 0 to ${keyOverlapHoursMax}.`)]);
}

async function refuseUnfit(tx: OrganisationTx, old: ApiKey): Promise<void> {
  const state = apiKeyState(old, new Date());
  if (state !== 'active')
    throw unfit(`The API key has ${state === 'revoked' ? 'been revoked' : 'expired'}: make a new one.`);
  if (await hasSuccessor(tx, old.id)) {
    throw unfit('The API key has been rotated already: rotate its successor, or revoke that if it was lost.');
  }
}

const unfit = (message: string) => invalidInput([fieldError('apiKeyId', 'invalid', message)]);
