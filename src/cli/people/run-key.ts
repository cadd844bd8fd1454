import type { ApiKey } from '../../db/sql/people/api-keys.js';
import { apiKeyState } from '../../domain/people/api-key.js';
import { type KeyMode, SCOPES, type Scope } from '../../domain/vocabulary.js';
import type { Context } from '../../operations/context.js';
import {
  type CreatedApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../operations/people/api-keys.js';
import { findNamed } from '../find-named.js';
import type { OrganisationOptions } from '../options.js';
import { printResult } from '../output.js';
import { cut, formatTable } from '../table.js';
import { styleState } from '../terminal-text.js';
import { isoTime, readExpiry, readHours } from '../times.js';
import { everyRow, withOrganisation, withServices } from '../with-services.js';
import { findOwned } from './choose-organisation.js';

interface CreateOptions extends OrganisationOptions {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scope?: readonly Scope[];
  readonly expires?: string;
  readonly session?: readonly string[];
  readonly senderId?: readonly string[];
  readonly address?: readonly string[];
}

interface RotateOptions extends OrganisationOptions {
  readonly overlap: string;
}

export function create({ name, mode, expires, json, ...options }: CreateOptions): Promise<void> {
  const expiresAt = expires === undefined ? null : readExpiry(expires, new Date());
  const { scope: scopes = SCOPES, session: sessions, senderId: senderIds, address: addresses } = options;
  return withOrganisation(options, async (context, { id: organisationId }) => {
    const sessionIds = sessions && (await findSessions(context, sessions));
    const restrictions = { sessionIds, senderIds, addresses };
    const created = await createApiKey(context, { organisationId, name, mode, scopes, expiresAt, ...restrictions });
    const isTest = mode === 'test';
    const hint = 'This is a test key: its messages stay in the sandbox (use --mode live to send messages).';
    printNewKey(json, created, isTest ? [hint] : []);
  });
}

async function findSessions(context: Context, given: readonly string[]): Promise<string[]> {
  const { organisationId } = context.caller;
  return Promise.all(given.map(async (one) => (await findNamed(context, 'session', one, organisationId)).id));
}

export function list({ json, ...options }: OrganisationOptions): Promise<void> {
  return withOrganisation(options, async (context) => {
    const keys = await everyRow((page) => listApiKeys(context, page));
    printResult(json, keys.map(describeKey), formatTable(KEY_HEADER, keys.map(toKeyRow)));
  });
}

export function rotate({ overlap, organisation, json }: RotateOptions, given: string): Promise<void> {
  const overlapHours = readHours('--overlap', overlap);
  return withServices(async (services) => {
    const { id, organisationId } = await findOwned(services, 'key', given, organisation);
    const rotated = await rotateApiKey(services, { organisationId, id, overlapHours });
    printNewKey(json, rotated, [`The old key is valid until ${isoTime(rotated.replaced.expiresAt)}.`]);
  });
}

export function revoke({ organisation, json }: OrganisationOptions, given: string): Promise<void> {
  return withServices(async (services) => {
    const { id, organisationId } = await findOwned(services, 'key', given, organisation);
    const apiKey = await revokeApiKey(services, { organisationId, id });
    printResult(json, describeKey(apiKey), `The key "${apiKey.name}" was revoked.`);
  });
}

function printNewKey(json: boolean, { key, apiKey }: CreatedApiKey, more: readonly string[]): void {
  const text = [
    key,
    '',
    'Keep it now: it cannot be shown again. Send it with these headers:',
    `  Authorization: Bearer ${key}`,
    `  X-Organisation-Id: ${apiKey.organisationId}`,
    ...more,
  ];
  printResult(json, { key, ...describeKey(apiKey) }, text.join('\n'));
}

const KEY_HEADER = [
  'ID',
  cut('NAME'),
  'KEY',
  cut('SCOPES'),
  cut('ONLY'),
  { title: 'STATE', paint: styleState },
  'LAST USED',
];

function describeKey(key: ApiKey) {
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
    created_at: isoTime(key.createdAt),
    created_by: creatorOf(key),
    expires_at: isoTime(key.expiresAt),
    revoked_at: isoTime(key.revokedAt),
    last_used_at: isoTime(key.lastUsedAt),
    replaces,
  };
}

/** Null for keys from before the actor was stored. */
function creatorOf(key: ApiKey) {
  const { created_by_kind: kind, created_by_id: id, created_by_name: name } = key;
  return kind && { kind, id, name };
}

function toKeyRow(key: ApiKey): string[] {
  const { id, name, hint, scopes, expiresAt, lastUsedAt } = key;
  const granted = scopes.length === SCOPES.length ? 'all' : scopes.join(' ');
  const state = apiKeyState(key, new Date());
  const ends =
    expiresAt && state !== 'revoked' ? ` ${state === 'active' ? 'until' : 'since'} ${isoTime(expiresAt)}` : '';
  const lastUsed = lastUsedAt ? isoTime(lastUsedAt) : 'never';
  return [id, name, hint, granted, restrictionsOf(key) || '-', state + ends, lastUsed];
}

/** The number of phones only, because their ids would fill the line; `--json` has them. */
function restrictionsOf({ sessionIds, senderIds, addresses }: ApiKey): string {
  const phones = sessionIds && `${sessionIds.length} phone${sessionIds.length === 1 ? '' : 's'}`;
  return [phones, senderIds?.join(' '), addresses?.join(' ')].filter(Boolean).join(', ');
}
