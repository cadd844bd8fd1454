import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { type ApiKey, findApiKey } from '../../db/sql/people/api-keys.js';
import { lockOrganisation } from '../../db/sql/people/organisations.js';
import { type Caller, OPERATOR } from '../../domain/context.js';
import { notFound, PostriderError } from '../../domain/errors.js';
import { isRestricted } from '../../domain/people/api-key.js';
import { SCOPES, type Scope } from '../../domain/vocabulary.js';
import { readKeyAnew, readMemberAnew } from '../kernel/current-standing.js';
import type { ValidKeyFields } from './api-key-fields.js';

/** Who creates, rotates or revokes a key. */
export type KeyIssuer = Pick<Caller, 'organisationId' | 'actor' | 'address' | 'mode' | 'scopes'>;

/** Issued by a caller, or by the operator, who names only the organisation and may grant everything. */
export type IssuedFor = { readonly by: KeyIssuer } | { readonly organisationId: string };

export function keyIssuerOf(acting: IssuedFor): KeyIssuer {
  if ('by' in acting) return acting.by;
  return { organisationId: acting.organisationId, actor: OPERATOR, address: null, mode: 'live', scopes: SCOPES };
}

/** Locks the organisation, so that no key of it changes meanwhile, the issuer's own included. */
export async function lockKeys(tx: OrganisationTx): Promise<void> {
  if ((await lockOrganisation(tx)) === null) throw notFound('Organisation');
}

/** Throws `not_found` for keys of other organisations, and refuses test keys on live keys. */
export async function findApiKeyToChange(tx: OrganisationTx, { mode }: KeyIssuer, id: string): Promise<ApiKey> {
  const apiKey = await findApiKey(tx, id);
  if (!apiKey) throw notFound('API key');
  if (mode === 'test' && apiKey.mode !== 'test') throw new PostriderError('live_for_test_key');
  return apiKey;
}

type Grant = Pick<ValidKeyFields, 'mode' | 'scopes' | 'expiresAt'>;

/** Refuses scopes and modes that the issuer does not have. The transaction has locked the keys. */
export async function refuseToGrantMore(tx: OrganisationTx, issuer: KeyIssuer, grant: Grant): Promise<void> {
  if (issuer.mode === 'test' && grant.mode !== 'test') throw new PostriderError('live_for_test_key');
  const own = issuer.actor.kind === 'person' ? (await readMemberAnew(tx, issuer, 'keys:manage')).scopes : issuer.scopes;
  const missing = grant.scopes.find((scope) => !own.includes(scope));
  if (missing) throw cannotGrant(missing);
  if (issuer.actor.kind === 'key') await refuseRestrictedIssuer(tx, issuer, grant);
}

/**
 * Reads the issuing key again, since `Caller` lacks its addresses and expiry. Restricted keys create no keys, because
 * comparing restrictions would need a rule for each new kind of restriction.
 */
async function refuseRestrictedIssuer(tx: OrganisationTx, issuer: KeyIssuer, { expiresAt }: Grant): Promise<void> {
  const own = await readKeyAnew(tx, issuer);
  if (isRestricted(own))
    throw new PostriderError('not_allowed_for_key', 'A restricted API key cannot create other keys.');
  if (own.expiresAt && (!expiresAt || expiresAt > new Date(own.expiresAt))) {
    throw new PostriderError(
      'not_allowed_for_key',
      'An API key that expires can only create keys that expire no later.',
    );
  }
}

export const cannotGrant = (scope: Scope) =>
  new PostriderError('forbidden', `You cannot grant a scope that you do not have: ${scope}.`);
