import { createHash } from 'node:crypto';
import type { Caller, Services } from '../domain/context.js';
import { fieldError, PostriderError } from '../domain/errors.js';
import { isUuid } from '../lib/ids.js';
import { findApiKey } from '../operations/find-api-key.js';
import { noteApiKeyUse } from '../operations/note-api-key-use.js';

export interface Authenticator {
  /** Who calls, and for which organisation. Throws `unauthenticated`, or `invalid` for the organisation header. */
  authenticate(headers: AuthenticationHeaders): Promise<Caller>;
}

export interface AuthenticationHeaders {
  readonly authorization?: string | undefined;
  readonly 'x-organisation-id'?: string | readonly string[] | undefined;
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof findApiKey>>>;

interface KnownKey {
  readonly row: Promise<KeyRow | null>;
  readonly until: number;
}

/** A revoked key works for at most this long. */
const REMEMBERED_MS = 3_000;
const REMEMBERED_KEYS = 10_000;
const NOTE_USE_EVERY_MS = 60_000;
const BEARER = /^Bearer +(\S+)$/i;
const LONGEST_HEADER = 200;

export function createAuthenticator(services: Services): Authenticator {
  const known = new Map<string, KnownKey>();
  const usesNoted = new Map<string, number>();

  return {
    async authenticate(headers) {
      const key = BEARER.exec(headers.authorization?.slice(0, LONGEST_HEADER) ?? '')?.[1];
      const row = key === undefined ? null : await lookUp(key);
      if (!row || !isInForce(row)) throw unauthenticated();
      const organisationId = readOrganisation(headers['x-organisation-id']);
      if (organisationId !== row.organisation_id) throw unauthenticated();
      noteUse(row);
      return { organisationId, keyId: row.id, keyName: row.name, mode: row.mode, scopes: row.scopes };
    },
  };

  function lookUp(key: string): Promise<KeyRow | null> {
    // Not the key itself: it would lie around in memory for as long as it is remembered.
    const fingerprint = createHash('sha256').update(key).digest('base64');
    const remembered = known.get(fingerprint);
    if (remembered && remembered.until > Date.now()) return remembered.row;
    const row = findApiKey(services, key);
    // The oldest goes first. Without the bound a flood of invented keys would fill the memory.
    known.delete(fingerprint);
    if (known.size >= REMEMBERED_KEYS) known.delete(known.keys().next().value as string);
    known.set(fingerprint, { row, until: Date.now() + REMEMBERED_MS });
    row.catch(() => known.delete(fingerprint));
    return row;
  }

  /** Beside the request: nobody waits for it, and nothing fails with it. */
  function noteUse({ id, organisation_id: organisationId }: KeyRow): void {
    const now = Date.now();
    if (now - (usesNoted.get(id) ?? 0) < NOTE_USE_EVERY_MS) return;
    if (usesNoted.size >= REMEMBERED_KEYS) usesNoted.clear();
    usesNoted.set(id, now);
    noteApiKeyUse(services, { organisationId, id }).catch((error: unknown) => {
      services.logger.warn({ err: error }, 'The use of an API key could not be noted');
    });
  }
}

function isInForce({ revoked_at: revokedAt, expires_at: expiresAt }: KeyRow): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function readOrganisation(header: string | readonly string[] | undefined): string {
  if (typeof header === 'string' && isUuid(header.trim())) return header.trim().toLowerCase();
  const message =
    header === undefined
      ? 'The header X-Organisation-Id is missing.'
      : 'The header X-Organisation-Id must be the UUID of an organisation.';
  throw new PostriderError('invalid', 'invalid_organisation_header', message, [
    fieldError('X-Organisation-Id', 'invalid', message),
  ]);
}

/** The same for every reason, so that nobody learns which keys exist. */
function unauthenticated(): PostriderError {
  return new PostriderError('unauthenticated', 'unauthenticated', 'The API key is missing or not valid.');
}
