import { type ApiKey, countKeysInForce, insertApiKey } from '../../../db/sql/people/api-keys.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { PostriderError } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { apiKeyHint, hashApiKey, makeApiKey } from '../../../domain/people/api-key.js';
import { newId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';
import { recordAudit } from '../audit/record-audit.js';
import { type KeyFields, type ReadKeyFields, readKeyFields, refuseUnknownPhones } from './check-api-key.js';
import { type ActingFor, keyMakerOf, lockKeys, refuseToGrantMore } from './key-maker.js';

type CreateApiKeyInput = KeyFields & ActingFor;

export interface CreatedApiKey {
  /** The key itself: shown this once, stored nowhere. */
  readonly key: string;
  readonly apiKey: ApiKey;
}

export async function createApiKey(
  { db, secretKey }: Pick<Services, 'db' | 'secretKey'>,
  input: CreateApiKeyInput,
): Promise<CreatedApiKey> {
  const maker = keyMakerOf(input);
  const { organisationId } = maker;
  const fields = readKeyFields(input);
  return db.inOrganisation(organisationId, async (tx) => {
    await lockKeys(tx);
    await refuseToGrantMore(tx, maker, fields);
    await refuseUnknownPhones(tx, fields);
    const created = await storeNewKey(tx, secretKey, { ...fields, replaces: null });
    const { id } = created.apiKey;
    await recordAudit(tx, maker, { action: 'api_key.created', subjectId: id, after: fields });
    return created;
  });
}

/** For a transaction that has locked the keys. */
export async function storeNewKey(
  tx: OrganisationTx,
  secretKey: string,
  fields: ReadKeyFields & { readonly replaces: string | null },
): Promise<CreatedApiKey> {
  if ((await countKeysInForce(tx)) >= LIMITS.keysPerOrganisation) throw tooManyKeys();
  const key = makeApiKey(fields.mode);
  const { sessionIds, senderIds, expiresAt, ...rest } = fields;
  const apiKey = await insertApiKey(tx, {
    ...rest,
    id: newId(),
    hash: hashApiKey(secretKey, key),
    hint: apiKeyHint(key),
    session_ids: sessionIds,
    sender_ids: senderIds,
    expires_at: expiresAt?.toISOString() ?? null,
  });
  return { key, apiKey };
}

const tooManyKeys = () =>
  new PostriderError(
    'too_many',
    `An organisation may have ${LIMITS.keysPerOrganisation} API keys in force: revoke one that is not needed.`,
  );
