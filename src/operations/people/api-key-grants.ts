import { type ApiKey, findApiKey } from '../../db/sql/people/api-keys.js';
import { lockOrganisation } from '../../db/sql/people/lock-organisation.js';
import type { OrganisationTx } from '../../db/transaction.js';
import { type Caller, OPERATOR } from '../../domain/context.js';
import { notFound, PostriderError } from '../../domain/errors.js';
import { isRestricted } from '../../domain/people/api-key.js';
import { type KeyMode, SCOPES, type Scope } from '../../domain/vocabulary.js';
import { readKeyAnew, readMemberAnew } from '../plumbing/current-standing.js';

/** Somebody who makes, rotates or revokes keys. */
export type KeyMaker = Pick<Caller, 'organisationId' | 'actor' | 'address' | 'mode' | 'scopes'>;

/** On behalf of whom: of a caller, or, where only an organisation is named, of the operator, who may do everything. */
export type ActingFor = { readonly by: KeyMaker } | { readonly organisationId: string };

export function keyMakerOf(acting: ActingFor): KeyMaker {
  if ('by' in acting) return acting.by;
  return { organisationId: acting.organisationId, actor: OPERATOR, address: null, mode: 'live', scopes: SCOPES };
}

/** The keys of an organisation stay as they are meanwhile, the maker's own included. */
export async function lockKeys(tx: OrganisationTx): Promise<void> {
  if ((await lockOrganisation(tx)) === null) throw notFound('Organisation');
}

/** A key of the organisation, to do something to it. */
export async function findApiKeyToChange(tx: OrganisationTx, { mode }: KeyMaker, id: string): Promise<ApiKey> {
  const apiKey = await findApiKey(tx, id);
  if (!apiKey) throw notFound('API key');
  if (mode === 'test' && apiKey.mode !== 'test') throw new PostriderError('live_for_test_key');
  return apiKey;
}

export interface Grant {
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** Nobody grants more than they have. For a transaction that has locked the keys. */
export async function refuseToGrantMore(tx: OrganisationTx, maker: KeyMaker, grant: Grant): Promise<void> {
  if (maker.mode === 'test' && grant.mode !== 'test') throw new PostriderError('live_for_test_key');
  const own = maker.actor.kind === 'person' ? (await readMemberAnew(tx, maker, 'keys:manage')).scopes : maker.scopes;
  const missing = grant.scopes.find((scope) => !own.includes(scope));
  if (missing) throw cannotGrant(missing);
  if (maker.actor.kind === 'key') await refuseKeyAsMaker(tx, maker, grant);
}

/**
 * What the caller is known by says nothing of addresses and of its end. Restricted keys make none, which is simpler than to
 * compare what each is restricted to.
 */
async function refuseKeyAsMaker(tx: OrganisationTx, maker: KeyMaker, { expiresAt }: Grant): Promise<void> {
  const own = await readKeyAnew(tx, maker);
  if (isRestricted(own)) throw new PostriderError('not_allowed_for_key', 'A restricted API key makes no other keys.');
  if (own.expiresAt && (!expiresAt || expiresAt > new Date(own.expiresAt))) {
    throw new PostriderError('not_allowed_for_key', 'An API key that expires makes only keys that expire no later.');
  }
}

const cannotGrant = (scope: Scope) =>
  new PostriderError('forbidden', `Nobody can grant more than they have: this needs the scope ${scope}.`);
