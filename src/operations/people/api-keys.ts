import type { OrganisationTx } from '../../db/postgres/transaction.js';
import {
  API_KEYS,
  type ApiKey,
  countKeysInForce,
  expireApiKey,
  findApiKeyByHash,
  findPresentedKey,
  hasSuccessor,
  insertApiKey,
  type PresentedKeyRow,
  rehashApiKey,
  revokeApiKeyRow,
  touchApiKey,
} from '../../db/sql/people/api-keys.js';
import { createdBy } from '../../db/sql/people/created-by.js';
import { invalidField, PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import type { AccessToken } from '../../domain/people/access-token.js';
import { apiKeyHint, apiKeyState, hashApiKey, isApiKey, makeApiKey } from '../../domain/people/api-key.js';
import { findUnderEach, secretKeyId } from '../../domain/secret-keys.js';
import { newId } from '../../lib/ids.js';
import type { Services } from '../context.js';
import { listForCaller } from '../kernel/reads.js';
import { type KeyFields, refuseUnknownPhones, type ValidKeyFields, validateKeyFields } from './api-key-fields.js';
import {
  findApiKeyToChange,
  type IssuedFor,
  type KeyIssuer,
  keyIssuerOf,
  lockKeys,
  refuseToGrantMore,
} from './api-key-grants.js';
import { recordAudit } from './audit-log.js';

export type { ApiKey as ApiKeyRow } from '../../db/sql/people/api-keys.js';

export const listApiKeys = listForCaller('api keys', API_KEYS);

/** Finds a presented key of any organisation and in any state; null if it never existed. */
export async function findApiKey(
  { db, secretKeys }: Pick<Services, 'db' | 'secretKeys'>,
  key: string,
): Promise<PresentedKeyRow | null> {
  if (!isApiKey(key)) return null;
  const row = await findUnderEach(secretKeys, (secretKey) =>
    db.acrossOrganisations((tx) => findApiKeyByHash(tx, hashApiKey(secretKey, key))),
  );
  // The call is valid all the same, also while nothing can be written; the next one tries it again.
  if (row) await moveToCurrentKey(db, secretKeys[0], row, key).catch(() => undefined);
  return row;
}

/**
 * Only a call has the text of a key, so its first call after the secret key was replaced, or after version 0.1.0,
 * hashes it anew.
 */
async function moveToCurrentKey(db: Services['db'], secretKey: string, row: PresentedKeyRow, key: string) {
  const moved = { hash: hashApiKey(secretKey, key), secret_key_id: secretKeyId(secretKey) };
  if (row.secret_key_id === moved.secret_key_id) return;
  await db.atOnceInOrganisation(row.organisation_id, (tx) => rehashApiKey(tx, row.id, moved));
}

/** Finds the key of an access token or an export link, in any state. */
export function findKeyOfToken(
  { db }: Pick<Services, 'db'>,
  { organisationId, keyId }: Pick<AccessToken, 'organisationId' | 'keyId'>,
): Promise<PresentedKeyRow | null> {
  return db.atOnceInOrganisation(organisationId, (tx) => findPresentedKey(tx, keyId));
}

export interface ApiKeyUse {
  readonly organisationId: string;
  readonly id: string;
  /** Null for a call with an access token. */
  readonly address: string | null;
}

/** Stores when and from where a key was last used, about once a minute for all processes together. */
export function recordApiKeyUse(
  { db }: Pick<Services, 'db'>,
  { organisationId, id, address }: ApiKeyUse,
): Promise<void> {
  return db.inOrganisation(organisationId, (tx) => touchApiKey(tx, id, address));
}

type CreateApiKeyInput = KeyFields & IssuedFor;

export interface CreatedApiKey {
  /** The key itself. It is returned once and never stored. */
  readonly key: string;
  readonly apiKey: ApiKey;
}

export async function createApiKey(
  { db, secretKey }: Pick<Services, 'db' | 'secretKey'>,
  input: CreateApiKeyInput,
): Promise<CreatedApiKey> {
  const issuer = keyIssuerOf(input);
  const { organisationId } = issuer;
  const fields = validateKeyFields(input);
  return db.inOrganisation(organisationId, async (tx) => {
    await lockKeys(tx);
    await refuseToGrantMore(tx, issuer, fields);
    await refuseUnknownPhones(tx, fields);
    const created = await storeNewKey(tx, secretKey, issuer, { ...fields, replaces: null });
    const { id } = created.apiKey;
    await recordAudit(tx, issuer, { action: 'api_key.created', subjectId: id, after: fields });
    return created;
  });
}

/** The transaction has locked the keys. */
async function storeNewKey(
  tx: OrganisationTx,
  secretKey: string,
  { actor }: Pick<KeyIssuer, 'actor'>,
  fields: ValidKeyFields & { readonly replaces: string | null },
): Promise<CreatedApiKey> {
  if ((await countKeysInForce(tx)) >= LIMITS.keysPerOrganisation) throw tooManyKeys();
  const key = makeApiKey(fields.mode);
  const { sessionIds, senderIds, expiresAt, ...rest } = fields;
  const apiKey = await insertApiKey(tx, {
    ...rest,
    id: newId(),
    hash: hashApiKey(secretKey, key),
    secret_key_id: secretKeyId(secretKey),
    hint: apiKeyHint(key),
    session_ids: sessionIds,
    sender_ids: senderIds,
    expires_at: expiresAt?.toISOString() ?? null,
    ...createdBy(actor),
  });
  return { key, apiKey };
}

const tooManyKeys = () =>
  new PostriderError(
    'too_many',
    `An organisation may have ${LIMITS.keysPerOrganisation} active API keys: revoke one that is not needed.`,
  );

type RotateApiKeyInput = IssuedFor & {
  readonly id: string;
  /** How long the old key stays valid. */
  readonly overlapHours?: number | null | undefined;
};

export interface RotatedApiKey extends CreatedApiKey {
  /** The old key with its new expiry. */
  readonly replaced: ApiKey;
}

/**
 * Creates a successor with the same scopes, restrictions and expiry. A key has one successor; it can be rotated again
 * only after the successor was revoked, for example because it was lost.
 */
export async function rotateApiKey(
  { db, secretKey }: Pick<Services, 'db' | 'secretKey'>,
  input: RotateApiKeyInput,
): Promise<RotatedApiKey> {
  const issuer = keyIssuerOf(input);
  const { organisationId } = issuer;
  const overlapHours = readOverlap(input.overlapHours);
  return db.inOrganisation(organisationId, async (tx) => {
    await lockKeys(tx);
    const old = await findApiKeyToChange(tx, issuer, input.id);
    const { id, name, mode, scopes, sessionIds, senderIds, addresses } = old;
    const expiresAt = dateOf(old.expiresAt);
    await refuseToGrantMore(tx, issuer, { mode, scopes, expiresAt });
    await refuseUnfit(tx, old);
    // Expire the old key first: if it ends at once it frees its place under the limit.
    const replaced = await expireApiKey(tx, id, overlapHours);
    const alike = { name, mode, scopes, sessionIds, senderIds, addresses, expiresAt };
    const created = await storeNewKey(tx, secretKey, issuer, { ...alike, replaces: id });
    await recordAudit(tx, issuer, {
      action: 'api_key.rotated',
      subjectId: id,
      before: { expiresAt },
      after: { expiresAt: dateOf(replaced.expiresAt), replacedBy: created.apiKey.id },
    });
    return { ...created, replaced };
  });
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

function readOverlap(hours: number | null | undefined): number {
  const { keyOverlapHours, keyOverlapHoursMax } = LIMITS;
  if (hours == null) return keyOverlapHours;
  if (Number.isInteger(hours) && hours >= 0 && hours <= keyOverlapHoursMax) return hours;
  throw invalidField('overlapHours', 'invalid', `Give whole hours from 0 to ${keyOverlapHoursMax}.`);
}

async function refuseUnfit(tx: OrganisationTx, old: ApiKey): Promise<void> {
  const state = apiKeyState(old, new Date());
  if (state !== 'active')
    throw unfit(`The API key has ${state === 'revoked' ? 'been revoked' : 'expired'}: create a new one.`);
  if (await hasSuccessor(tx, old.id)) {
    throw unfit('The API key has been rotated already: rotate its successor, or revoke the successor if it was lost.');
  }
}

const unfit = (message: string) => invalidField('apiKeyId', 'invalid', message);

type RevokeApiKeyInput = IssuedFor & { readonly id: string };

/** All processes refuse the key within seconds. Revoking it again changes nothing. */
export function revokeApiKey({ db }: Pick<Services, 'db'>, input: RevokeApiKeyInput): Promise<ApiKey> {
  const issuer = keyIssuerOf(input);
  return db.inOrganisation(issuer.organisationId, async (tx) => {
    await lockKeys(tx);
    const apiKey = await findApiKeyToChange(tx, issuer, input.id);
    if (apiKey.revokedAt) return apiKey;
    const revoked = await revokeApiKeyRow(tx, apiKey.id);
    await recordAudit(tx, issuer, {
      action: 'api_key.revoked',
      subjectId: apiKey.id,
      before: { revokedAt: null },
      after: { revokedAt: dateOf(revoked.revokedAt) },
    });
    return revoked;
  });
}
