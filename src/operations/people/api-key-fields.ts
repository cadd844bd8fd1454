import { findSessions } from '../../db/sql/chat/sessions.js';
import type { OrganisationTx } from '../../db/transaction.js';
import { type FieldError, fieldError, invalidInput, notFound } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import type { KeyRestrictions } from '../../domain/people/api-key.js';
import { validateSenderId } from '../../domain/sms/validate.js';
import { validateName } from '../../domain/text.js';
import { type KeyMode, SCOPES, type Scope } from '../../domain/vocabulary.js';
import { isUuid } from '../../lib/ids.js';
import { readAddressRange } from '../../lib/net/address-ranges.js';

/** What one says of a key that is to be. */
export interface KeyFields {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  readonly expiresAt?: Date | null | undefined;
  /** Left out: not restricted. */
  readonly sessionIds?: readonly string[] | null | undefined;
  readonly senderIds?: readonly string[] | null | undefined;
  readonly addresses?: readonly string[] | null | undefined;
}

export interface ReadKeyFields extends KeyRestrictions {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

export function readKeyFields({ name, mode, scopes, expiresAt = null, ...input }: KeyFields): ReadKeyFields {
  const errors = validateName('name', name);
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  if (scopes.length === 0 || scopes.some((scope) => !isScope(scope))) {
    errors.push(fieldError('scopes', 'invalid', `Give one or more of: ${SCOPES.join(', ')}.`));
  }
  if (expiresAt && !(expiresAt.getTime() > Date.now())) {
    errors.push(fieldError('expiresAt', 'invalid', 'The time must be in the future.'));
  }
  const sessionIds = readList('sessionIds', input.sessionIds, errors, (id) => (isUuid(id) ? null : 'This is no id.'));
  const senderIds = readList(
    'senderIds',
    input.senderIds,
    errors,
    (id) => validateSenderId([], id)[0]?.message ?? null,
  );
  const addresses = readList('addresses', input.addresses, errors, (text) =>
    readAddressRange(text) ? null : 'This is no address, such as 192.0.2.7, and no network, such as 2001:db8::/32.',
  );
  if (errors.length > 0) throw invalidInput(errors);
  return {
    name: name.trim(),
    mode,
    scopes: known,
    expiresAt,
    sessionIds: sessionIds && [...new Set(sessionIds.map((id) => id.toLowerCase()))],
    senderIds,
    addresses,
  };
}

/** A key for a phone that is not there would be good for nothing, and tell of those that are. */
export async function refuseUnknownPhones(
  tx: OrganisationTx,
  { sessionIds }: Pick<KeyRestrictions, 'sessionIds'>,
): Promise<void> {
  if (sessionIds === null) return;
  const found = await findSessions(tx, sessionIds);
  if (found.length < sessionIds.length) throw notFound('Session');
}

/** Null: not restricted. An empty list is refused: it could be meant as "none" or as "all". */
function readList(
  field: keyof KeyRestrictions,
  given: readonly string[] | null | undefined,
  errors: FieldError[],
  complaintAbout: (text: string) => string | null,
): string[] | null {
  if (given == null) return null;
  if (given.length === 0 || given.length > LIMITS.restrictionsPerKey) {
    const message = `Give between 1 and ${LIMITS.restrictionsPerKey}, or leave it out for a key that is not restricted.`;
    errors.push(fieldError(field, 'invalid', message));
    return null;
  }
  for (const [index, text] of given.entries()) {
    const complaint = complaintAbout(text);
    if (complaint) errors.push(fieldError([field, String(index)], 'invalid', complaint));
  }
  return [...new Set(given)];
}

function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
