import { type ApiKey, revokeApiKeyRow } from '../../../db/sql/people/api-keys.js';
import { dateOf } from '../../../lib/date-of.js';
import type { Services } from '../../context.js';
import { recordAudit } from '../audit/record-audit.js';
import { type ActingFor, findApiKeyToChange, keyMakerOf, lockKeys } from './key-maker.js';

type RevokeApiKeyInput = ActingFor & { readonly id: string };

/** Every process refuses the key within seconds. Revoking it again changes nothing. */
export function revokeApiKey({ db }: Pick<Services, 'db'>, input: RevokeApiKeyInput): Promise<ApiKey> {
  const maker = keyMakerOf(input);
  return db.inOrganisation(maker.organisationId, async (tx) => {
    await lockKeys(tx);
    const apiKey = await findApiKeyToChange(tx, maker, input.id);
    if (apiKey.revokedAt) return apiKey;
    const revoked = await revokeApiKeyRow(tx, apiKey.id);
    await recordAudit(tx, maker, {
      action: 'api_key.revoked',
      subjectId: apiKey.id,
      before: { revokedAt: null },
      after: { revokedAt: dateOf(revoked.revokedAt) },
    });
    return revoked;
  });
}
