import { invalidField, PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { type AccessToken, signAccessToken, TOKEN_SCOPES, WITHHELD_SCOPES } from '../../domain/people/access-token.js';
import { expiryIn } from '../../domain/people/tokens.js';
import type { Scope } from '../../domain/vocabulary.js';
import { isUuid } from '../../lib/ids.js';
import type { Context } from '../context.js';
import { readKeyAnew } from '../kernel/current-standing.js';
import { refuseUnknownPhones } from './api-key-fields.js';
import { cannotGrant } from './api-key-grants.js';

/** Scopes of a token that names none, as far as its key has them. */
const READING: readonly Scope[] = ['sms:read', 'chat:read'];

export interface AccessTokenFields {
  readonly scopes?: readonly Scope[] | null | undefined;
  /** Default: the phones of the key. */
  readonly sessionIds?: readonly string[] | null | undefined;
}

export interface IssuedAccessToken extends AccessToken {
  /** The token itself. It is not stored. */
  readonly token: string;
}

/** The caller is an API key; see policies.ts. The token expires with the key, if that expires earlier. */
export async function createAccessToken(
  { db, secretKey, caller }: Pick<Context, 'db' | 'secretKey' | 'caller'>,
  input: AccessTokenFields,
): Promise<IssuedAccessToken> {
  const { organisationId } = caller;
  const { scopes, sessionIds } = validateFields(input);
  return db.inOrganisation(organisationId, async (tx) => {
    const key = await readKeyAnew(tx, caller);
    const tooMuch = scopes?.find((scope) => !key.scopes.includes(scope));
    if (tooMuch) throw cannotGrant(tooMuch);
    const granted = scopes ?? READING.filter((scope) => key.scopes.includes(scope));
    if (granted.length === 0) throw badScopes('The API key has no scope for reading: name the scopes of the token.');
    const foreign = sessionIds?.find((id) => key.sessionIds?.includes(id) === false);
    if (foreign) throw new PostriderError('not_allowed_for_key', `The API key may not use this phone: ${foreign}.`);
    await refuseUnknownPhones(tx, { sessionIds });
    const expiresAt = expiryIn(LIMITS.accessTokenMinutes * 60_000, key.expiresAt);
    const token = { organisationId, keyId: key.id, scopes: granted, sessionIds, expiresAt };
    return { ...token, token: signAccessToken(secretKey, token) };
  });
}

function validateFields({ scopes = null, sessionIds = null }: AccessTokenFields) {
  const known = scopes && TOKEN_SCOPES.filter((scope) => scopes.includes(scope));
  const withheld = scopes?.find((scope) => WITHHELD_SCOPES.includes(scope));
  if (withheld) throw badScopes(`A token cannot have the scope ${withheld}: what is made with it outlives the token.`);
  if (known?.length === 0) throw badScopes(`Give one or more of: ${TOKEN_SCOPES.join(', ')}.`);
  const { sessionsPerAccessToken: most } = LIMITS;
  if (sessionIds && (sessionIds.length === 0 || sessionIds.length > most)) {
    const message = `Give between 1 and ${most}, or leave it out for the phones of the key.`;
    throw invalidField('sessionIds', 'invalid', message);
  }
  const malformed = sessionIds?.findIndex((id) => !isUuid(id)) ?? -1;
  if (malformed >= 0) throw invalidField(['sessionIds', String(malformed)], 'invalid', 'This is not an id.');
  return { scopes: known, sessionIds: sessionIds && [...new Set(sessionIds.map((id) => id.toLowerCase()))] };
}

const badScopes = (message: string) => invalidField('scopes', 'invalid', message);
