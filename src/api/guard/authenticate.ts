import { createHash } from 'node:crypto';
import type { Caller, Device, Person, Visitor } from '../../domain/context.js';
import { fieldError, PostriderError } from '../../domain/errors.js';
import { type ExportLink, readExportLink } from '../../domain/exports/export-link.js';
import { type AccessToken, readAccessToken, rightsOf } from '../../domain/people/access-token.js';
import { ROLE_SCOPES } from '../../domain/people/roles.js';
import { hasExpired } from '../../domain/people/tokens.js';
import { createTtlCache } from '../../lib/async/ttl-cache.js';
import { isUuid } from '../../lib/ids.js';
import { type AddressRange, isInRanges, readAddressRange } from '../../lib/net/address-ranges.js';
import type { Services } from '../../operations/context.js';
import { findExportLink } from '../../operations/exports/export-links.js';
import { findApiKey, findKeyOfToken, recordApiKeyUse } from '../../operations/people/api-keys.js';
import { findMemberOf } from '../../operations/people/members.js';
import { findPersonSession, recordSessionUse } from '../../operations/people/sign-in.js';
import { createLookUp } from './failed-look-ups.js';

/** The credentials of a call. */
export interface Credentials extends Device {
  readonly authorization?: string | undefined;
  readonly 'x-organisation-id'?: string | readonly string[] | undefined;
  /** The token in the cookie, if the call comes from a page of this server or from no page at all. */
  readonly sessionToken?: string | undefined;
}

export interface Authenticator {
  /**
   * Finds out who makes a call. Throws for an API key or access token that is not valid; a call without credentials is
   * anonymous.
   */
  identify(credentials: Credentials): Promise<Identity>;
  /** Finds out who acts for which organisation. Throws for anonymous calls and people without an organisation. */
  authenticate(credentials: Credentials): Promise<Caller>;
  /**
   * Reads the token of an export link, and finds who made it. Throws if the link has expired, or its maker may no
   * longer read what it shows.
   */
  identifyMaker(token: string, address: string): Promise<{ readonly link: ExportLink; readonly caller: Caller }>;
  /**
   * Clears the cache of sessions. Called when sessions have ended, so that this process refuses their cookies at once.
   */
  forgetSessions(): void;
}

/** Who makes a call, and for which organisation; without an organisation, the error that says why. */
export type Identity = { readonly visitor: Visitor } & (
  | { readonly caller: Caller }
  | { readonly caller: null; readonly refusal: PostriderError }
);

type FoundKey = NonNullable<Awaited<ReturnType<typeof findApiKey>>>;
/** An API key with its permitted addresses in comparable form; null: any address. */
type KeyRow = FoundKey & { readonly ranges: readonly AddressRange[] | null };
type SessionRow = NonNullable<Awaited<ReturnType<typeof findPersonSession>>>;
type MemberRow = NonNullable<Awaited<ReturnType<typeof findMemberOf>>>;
type LinkRow = NonNullable<Awaited<ReturnType<typeof findExportLink>>>;

/**
 * How long identities are cached. A revoked key, or a session that another process has ended, works for at most this
 * long.
 */
const REMEMBERED_MS = 3_000;
const REMEMBERED_AT_MOST = 10_000;
const NOTE_USE_EVERY_MS = 60_000;
const BEARER = /^Bearer +(\S+)$/i;
/** Room for an access token with every scope and as many phones as one may have. */
const LONGEST_HEADER = 2_000;

export function createAuthenticator(services: Services): Authenticator {
  const keys = createTtlCache<KeyRow | null>(REMEMBERED_MS, REMEMBERED_AT_MOST);
  const sessions = createTtlCache<SessionRow | null>(REMEMBERED_MS, REMEMBERED_AT_MOST);
  const exports = rememberExports(services);
  const lookUp = createLookUp();
  const notes = createNotes(services);
  return { identify, authenticate, identifyMaker, forgetSessions: () => forgetAll(sessions, exports) };

  async function authenticate(credentials: Credentials): Promise<Caller> {
    const identity = await identify(credentials);
    if (identity.caller) return identity.caller;
    throw identity.refusal;
  }

  async function identify(credentials: Credentials): Promise<Identity> {
    const { authorization, sessionToken, address, 'x-organisation-id': header } = credentials;
    if (authorization !== undefined || sessionToken === undefined) return byKey(credentials);
    const device = deviceOf(credentials);
    const organisationId = header === undefined ? null : readOrganisation(header);
    const name = fingerprint(`${sessionToken} ${organisationId}`);
    const find = () => findPersonSession(services, sessionToken.slice(0, LONGEST_HEADER), organisationId);
    const row = await sessions.get(name, () => lookUp(name, address, find));
    if (!row) return anonymous(device);
    notes.ofSession(row.session_id, address);
    return memberOf(row, organisationId, device);
  }

  async function byKey(credentials: Credentials): Promise<Identity> {
    const { authorization, address, 'x-organisation-id': header } = credentials;
    const device = deviceOf(credentials);
    if (authorization === undefined) return anonymous(device);
    const { row, token } = await readBearer(authorization, address);
    if (!row || !isInForce(row)) throw new PostriderError('unauthenticated');
    const organisationId = readOrganisation(header);
    if (organisationId !== row.organisation_id) throw new PostriderError('unauthenticated');
    refuseAddress(row, address);
    notes.ofKey(row, token ? null : address);
    return { visitor: { ...device, person: null }, caller: keyAsCaller(row, token, address) };
  }

  async function readBearer(authorization: string, address: string) {
    const given = BEARER.exec(authorization.slice(0, LONGEST_HEADER))?.[1];
    if (given === undefined) return { row: null, token: null };
    const token = readAccessToken(services.secretKeys, given);
    if (!token) {
      const name = fingerprint(given);
      const find = async () => comparable(await findApiKey(services, given));
      return { row: await keys.get(name, () => lookUp(name, address, find)), token };
    }
    if (hasExpired(token)) throw new PostriderError('token_expired');
    return { row: await findRememberedOf(token), token };
  }

  async function identifyMaker(token: string, address: string) {
    const link = readExportLink(services.secretKeys, token);
    const isOpen = link && !hasExpired(link) && (await exports.findLink(link)) !== null;
    const maker = isOpen ? await findMaker(link, address) : null;
    if (!link || !maker || link.scopes.some((scope) => !maker.scopes.includes(scope))) {
      throw new PostriderError('export_link_over');
    }
    return { link, caller: { ...maker, scopes: link.scopes } };
  }

  async function findMaker({ organisationId, maker }: ExportLink, address: string): Promise<Caller | null> {
    const { kind, id } = maker;
    if (kind === 'person') {
      const row = await exports.findMember(organisationId, id);
      return row && memberAsCaller(row, organisationId, address);
    }
    const row = await findRememberedOf({ organisationId, keyId: id });
    if (!row || !isInForce(row)) return null;
    refuseAddress(row, address);
    notes.ofKey(row, null);
    return keyAsCaller(row, null, address);
  }

  /** Its signature was right, so this is no guess, which `lookUp` would count. */
  function findRememberedOf(token: Pick<AccessToken, 'organisationId' | 'keyId'>): Promise<KeyRow | null> {
    const name = `${token.organisationId} ${token.keyId}`;
    return keys.get(name, async () => comparable(await findKeyOfToken(services, token)));
  }
}

/** Caches what export links depend on. */
function rememberExports(services: Services) {
  const links = createTtlCache<LinkRow | null>(REMEMBERED_MS, REMEMBERED_AT_MOST);
  const members = createTtlCache<MemberRow | null>(REMEMBERED_MS, REMEMBERED_AT_MOST);
  return {
    findLink(link: ExportLink) {
      return links.get(`${link.organisationId} ${link.id}`, () => findExportLink(services, link));
    },
    findMember(organisationId: string, id: string) {
      return members.get(`${organisationId} ${id}`, () => findMemberOf(services, organisationId, id));
    },
    forgetAll: () => forgetAll(links, members),
  };
}

/** Ended sessions may have ended export links of their members as well. */
function forgetAll(...memories: readonly { forgetAll(): void }[]): void {
  for (const memory of memories) memory.forgetAll();
}

/** Records uses of keys and sessions in the background: calls neither wait for it nor fail with it. */
function createNotes(services: Services) {
  const noted = new Map<string, number>();
  return {
    /**
     * `address`: null for a use of a token or link of the key. Apart from other uses, which are noted with their
     * address.
     */
    ofKey({ id, organisation_id: organisationId }: KeyRow, address: string | null) {
      const name = address === null ? `token ${id}` : id;
      note(name, () => recordApiKeyUse(services, { organisationId, id, address }));
    },
    ofSession(id: string, address: string) {
      note(id, () => recordSessionUse(services, { id, address }));
    },
  };

  function note(name: string, record: () => Promise<void>): void {
    const now = performance.now();
    if (now - (noted.get(name) ?? Number.NEGATIVE_INFINITY) < NOTE_USE_EVERY_MS) return;
    if (noted.size >= REMEMBERED_AT_MOST) noted.clear();
    noted.set(name, now);
    record().catch((error: unknown) => {
      services.logger.warn({ err: error }, 'the use of a key or session could not be recorded');
    });
  }
}

/** A hash of a secret, so that the cache does not hold secrets in memory. */
function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}

const deviceOf = ({ address, userAgent, mark }: Device): Device => ({ address, userAgent, mark });

function anonymous(device: Device): Identity {
  return { visitor: { ...device, person: null }, caller: null, refusal: new PostriderError('unauthenticated') };
}

function keyAsCaller(row: KeyRow, token: AccessToken | null, address: string): Caller {
  const own = { scopes: row.scopes, sessionIds: row.session_ids };
  return {
    organisationId: row.organisation_id,
    actor: { kind: 'key', id: row.id, name: row.name },
    address,
    mode: row.mode,
    ...(token ? rightsOf(token, own) : own),
    role: null,
    senderIds: row.sender_ids,
    enforcesSenderIds: row.enforces_sender_ids,
    callsPerMinute: row.calls_per_minute,
    smartEncoding: row.smart_encoding,
    tokenExpiresAt: token?.expiresAt ?? null,
  };
}

function refuseAddress({ ranges }: KeyRow, address: string): void {
  if (ranges && !isInRanges(ranges, address)) throw new PostriderError('address_not_allowed');
}

function memberOf(row: SessionRow, organisationId: string | null, device: Device): Identity {
  const { role, session_id: sessionId, person_id: id, email, name } = row;
  const person: Person = { id, email, name, sessionId };
  const visitor = { ...device, person };
  if (organisationId === null) return { visitor, caller: null, refusal: organisationMissing() };
  if (role === null) return { visitor, caller: null, refusal: new PostriderError('not_a_member') };
  return { visitor, caller: memberAsCaller({ ...row, role }, organisationId, device.address) };
}

/** A member always has an organisation, so its columns are null in the type alone. */
function memberAsCaller(
  row: Pick<SessionRow, 'person_id' | 'email' | 'enforces_sender_ids' | 'calls_per_minute' | 'smart_encoding'> &
    Pick<MemberRow, 'role'>,
  organisationId: string,
  address: string,
): Caller {
  return {
    organisationId,
    actor: { kind: 'person', id: row.person_id, name: row.email },
    address,
    mode: 'live',
    scopes: ROLE_SCOPES[row.role],
    role: row.role,
    sessionIds: null,
    senderIds: null,
    enforcesSenderIds: row.enforces_sender_ids ?? false,
    callsPerMinute: row.calls_per_minute ?? {},
    smartEncoding: row.smart_encoding ?? false,
    tokenExpiresAt: null,
  };
}

function comparable(row: FoundKey | null): KeyRow | null {
  return row && { ...row, ranges: row.addresses && rangesOf(row.addresses) };
}

function rangesOf(addresses: readonly string[]): AddressRange[] {
  return addresses.map(readAddressRange).filter((range) => range !== null);
}

function isInForce({ revoked_at: revokedAt, expires_at: expiresAt }: KeyRow): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function readOrganisation(header: string | readonly string[] | undefined): string {
  if (header === undefined) throw organisationMissing();
  if (typeof header === 'string' && isUuid(header.trim())) return header.trim().toLowerCase();
  throw badOrganisation('The header X-Organisation-Id must be the UUID of an organisation.');
}

const organisationMissing = () => badOrganisation('The header X-Organisation-Id is missing.');

const badOrganisation = (message: string) =>
  new PostriderError('invalid_organisation_header', message, {
    fields: [fieldError('X-Organisation-Id', 'invalid', message)],
  });
