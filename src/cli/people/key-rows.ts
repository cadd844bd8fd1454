import type { ApiKey } from '../../db/sql/people/api-keys.js';
import { apiKeyState } from '../../domain/people/api-key.js';
import { SCOPES } from '../../domain/vocabulary.js';
import { dateOf } from '../../lib/date-of.js';

export const KEY_HEADER = ['ID', 'NAME', 'KEY', 'SCOPES', 'ONLY', 'STATE', 'LAST USED'];

/** For programs. */
export function describeKey(key: ApiKey) {
  const { id, organisationId, name, hint, mode, scopes, replaces } = key;
  return {
    id,
    organisation_id: organisationId,
    name,
    hint,
    mode,
    scopes,
    session_ids: key.sessionIds,
    sender_ids: key.senderIds,
    addresses: key.addresses,
    state: apiKeyState(key, new Date()),
    created_at: dateOf(key.createdAt),
    expires_at: dateOf(key.expiresAt),
    revoked_at: dateOf(key.revokedAt),
    last_used_at: dateOf(key.lastUsedAt),
    replaces,
  };
}

/** For people. */
export function toKeyRow(key: ApiKey): string[] {
  const { id, name, hint, scopes, expiresAt, lastUsedAt } = key;
  const granted = scopes.length === SCOPES.length ? 'all' : scopes.join(' ');
  const state = apiKeyState(key, new Date());
  const ends = expiresAt && state !== 'revoked' ? ` ${state === 'active' ? 'until' : 'since'} ${iso(expiresAt)}` : '';
  const lastUsed = lastUsedAt ? iso(lastUsedAt) : 'never';
  return [id, name, hint, granted, restrictionsOf(key) || '-', state + ends, lastUsed];
}

/** Phones by number alone, since their ids would fill the line; `--json` has them. */
function restrictionsOf({ sessionIds, senderIds, addresses }: ApiKey): string {
  const phones = sessionIds && `${sessionIds.length} phone${sessionIds.length === 1 ? '' : 's'}`;
  return [phones, senderIds?.join(' '), addresses?.join(' ')].filter(Boolean).join(', ');
}

const iso = (time: string) => dateOf(time).toISOString();
