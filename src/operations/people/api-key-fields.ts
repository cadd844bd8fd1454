import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { findSessions } from '../../db/sql/chat/sessions.js';
import { type FieldError, fieldError, notFound, requireValid } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import type { KeyRestrictions } from '../../domain/people/api-key.js';
import { validateSenderId } from '../../domain/sms/validate.js';
import { validateName } from '../../domain/text.js';
import { type KeyMode, SCOPES, type Scope } from '../../domain/vocabulary.js';
import { isUuid } from '../../lib/ids.js';
import { readAddressRange } from '../../lib/net/address-ranges.js';

export interface KeyFields {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: Date | null | undefined;
  /** Default: not restricted. */
  readonly sessionIds?: readonly string[] | null | undefined;
  readonly senderIds?: readonly string[] | null | undefined;
  readonly addresses?: readonly string[] | null | undefined;
}

export interface ValidKeyFields extends KeyRestrictions, Pick<KeyFields, 'name' | 'mode' | 'scopes'> {
  readonly expiresAt: Date | null;
}

export function validateKeyFields({ name, mode, scopes, expiresAt = null, ...input }: KeyFields): ValidKeyFields {
  const errors = validateName('name', name);
  if (scopes.length === 0) {
    errors.push(fieldError('scopes', 'invalid', `Give one or more of: ${SCOPES.join(', ')}.`));
  }
  if (expiresAt && !(expiresAt.getTime() > Date.now())) {
    errors.push(fieldError('expiresAt', 'invalid', 'The time must be in the future.'));
  }
  const sessionIds = readList('sessionIds', input.sessionIds, errors, (id) =>
    isUuid(id) ? null : 'This is not an id.',
  );
  const senderIds = readList(
    'senderIds',
    input.senderIds,
    errors,
    (id) => validateSenderId([], id)[0]?.message ?? null,
  );
  const addresses = readList('addresses', input.addresses, errors, (text) =>
    readAddressRange(text) ? null : 'Give an address such as 192.0.2.7, or a network such as 2001:db8::/32.',
  );
  requireValid(errors);
  return {
    name: name.trim(),
    mode,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    expiresAt,
    sessionIds: sessionIds && [...new Set(sessionIds.map((id) => id.toLowerCase()))],
    senderIds,
    addresses,
  };
}

/** Refuses ids of phones that the organisation does not have. */
export async function refuseUnknownPhones(
  tx: OrganisationTx,
  { sessionIds }: Pick<KeyRestrictions, 'sessionIds'>,
): Promise<void> {
  if (sessionIds === null) return;
  const found = await findSessions(tx, sessionIds);
  if (found.length < sessionIds.length) throw notFound('Session');
}

/** Returns null if the key is not restricted. Refuses an empty list, which could mean "none" or "all". */
function readList(
  field: keyof KeyRestrictions,
  given: readonly string[] | null | undefined,
  errors: FieldError[],
  problemWith: (text: string) => string | null,
): string[] | null {
  if (given == null) return null;
  if (given.length === 0 || given.length > LIMITS.restrictionsPerKey) {
    const message = `Give between 1 and ${LIMITS.restrictionsPerKey}, or leave it out for a key that is not restricted.`;
    errors.push(fieldError(field, 'invalid', message));
    return null;
  }
  for (const [index, text] of given.entries()) {
    const problem = problemWith(text);
    if (problem) errors.push(fieldError([field, String(index)], 'invalid', problem));
  }
  return [...new Set(given)];
}
