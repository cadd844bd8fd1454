import { type Command, Option } from 'commander';
import type { ApiKey } from '../../db/sql/people/api-keys.js';
import { LIMITS } from '../../domain/limits.js';
import { apiKeyState } from '../../domain/people/api-key.js';
import { KEY_MODES, type KeyMode, SCOPES, type Scope } from '../../domain/vocabulary.js';
import { dateOf } from '../../lib/date-of.js';
import {
  type CreatedApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../operations/people/api-keys.js';
import { action } from '../command.js';
import { findNamed } from '../find-named.js';
import { addExamples } from '../help.js';
import { printResult } from '../output.js';
import { cut, formatTable } from '../table.js';
import { styleState } from '../terminal-text.js';
import { readExpiry, readHours } from '../times.js';
import { actFor, type CommandServices, everyRow, withServices } from '../with-services.js';
import { chooseOrganisation, findOwned, organisationOption } from './choose-organisation.js';

interface OrganisationOption {
  readonly organisation?: string;
}

interface CreateOptions extends OrganisationOption {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scope?: readonly Scope[];
  readonly expires?: string;
  readonly session?: readonly string[];
  readonly senderId?: readonly string[];
  readonly address?: readonly string[];
}

interface RotateOptions extends OrganisationOption {
  readonly overlap: string;
}

type WithJson<Options> = Options & { readonly json: boolean };

const KEY = 'name or id of the key';

export function addKey(program: Command): void {
  const group = program.command('key').description('manage API keys');
  const createCommand = group
    .command('create')
    .description('create a key and print it once')
    .addOption(organisationOption())
    .requiredOption('--name <name>', 'name of the key')
    .addOption(new Option('--mode <mode>', 'test keys use the sandbox only').choices(KEY_MODES).default('test'))
    .addOption(new Option('--scope <scope...>', 'scopes of the key; all if omitted').choices(SCOPES))
    .option(
      '--expires <when>',
      'when the key expires: a time such as 2030-01-31T12:00:00Z, or a span such as 30d or 12h',
    )
    .option('--session <id...>', 'names or ids of the sessions that the key may use; all if omitted')
    .option('--sender-id <name...>', 'sender IDs that the key may send SMS from; all if omitted')
    .option(
      '--address <range...>',
      'addresses and networks that the key may be used from, such as 192.0.2.7 or 2001:db8::/32',
    )
    .action(action<CreateOptions>(create));
  addExamples(
    createCommand,
    'postrider key create --name shop --mode live',
    'postrider key create --name reports --scope sms:read --expires 90d',
    'postrider key create --name till --sender-id SHOP --address 192.0.2.7 2001:db8::/32',
  );
  const listCommand = group
    .command('list')
    .description('list the keys of an organisation, including revoked ones')
    .addOption(organisationOption())
    .action(action<OrganisationOption>(({ organisation, json }) => list(organisation, json)));
  addExamples(listCommand, 'postrider key list', 'postrider key list --json');
  const rotateCommand = group
    .command('rotate')
    .argument('<key>', KEY)
    .description('replace a key by a new one and print it once')
    .addOption(organisationOption())
    .option('--overlap <span>', 'how long the old key stays valid, at most 7d', `${LIMITS.keyOverlapHours}h`)
    .action(action<RotateOptions>((options, id) => rotate(id ?? '', options)));
  addExamples(rotateCommand, 'postrider key rotate shop', 'postrider key rotate shop --overlap 1h');
  const revokeCommand = group
    .command('revoke')
    .argument('<key>', KEY)
    .description('revoke a key permanently, within seconds')
    .addOption(organisationOption())
    .action(action<OrganisationOption>(({ organisation, json }, id) => revoke(id ?? '', organisation, json)));
  addExamples(revokeCommand, 'postrider key revoke shop');
}

function create({ organisation, name, mode, expires, json, ...options }: WithJson<CreateOptions>): Promise<void> {
  const expiresAt = expires === undefined ? null : readExpiry(expires, new Date());
  const { scope: scopes = SCOPES, session: sessions, senderId: senderIds, address: addresses } = options;
  return withServices(async (services) => {
    const { id: organisationId } = await chooseOrganisation(services, organisation);
    const sessionIds = sessions && (await findSessions(services, organisationId, sessions));
    const restrictions = { sessionIds, senderIds, addresses };
    const created = await createApiKey(services, { organisationId, name, mode, scopes, expiresAt, ...restrictions });
    const isTest = mode === 'test';
    const hint = 'This is a test key: its messages stay in the sandbox (use --mode live to send messages).';
    printNewKey(json, created, isTest ? [hint] : []);
  });
}

function findSessions(services: CommandServices, organisationId: string, given: readonly string[]): Promise<string[]> {
  return Promise.all(given.map(async (one) => (await findNamed(services, 'session', one, organisationId)).id));
}

function list(organisation: string | undefined, json: boolean): Promise<void> {
  return withServices(async (services) => {
    const { id } = await chooseOrganisation(services, organisation);
    const context = actFor(services, id, false);
    const keys = await everyRow((page) => listApiKeys(context, page));
    printResult(json, keys.map(describeKey), formatTable(KEY_HEADER, keys.map(toKeyRow)));
  });
}

function rotate(given: string, { overlap, organisation, json }: WithJson<RotateOptions>): Promise<void> {
  const overlapHours = readHours('--overlap', overlap);
  return withServices(async (services) => {
    const { id, organisationId } = await findOwned(services, 'key', given, organisation);
    const rotated = await rotateApiKey(services, { organisationId, id, overlapHours });
    printNewKey(json, rotated, [`The old key is valid until ${dateOf(rotated.replaced.expiresAt)?.toISOString()}.`]);
  });
}

function revoke(given: string, organisation: string | undefined, json: boolean): Promise<void> {
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

/** A key as JSON. */
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
    created_at: dateOf(key.createdAt),
    expires_at: dateOf(key.expiresAt),
    revoked_at: dateOf(key.revokedAt),
    last_used_at: dateOf(key.lastUsedAt),
    replaces,
  };
}

/** A key as a row of a table. */
function toKeyRow(key: ApiKey): string[] {
  const { id, name, hint, scopes, expiresAt, lastUsedAt } = key;
  const granted = scopes.length === SCOPES.length ? 'all' : scopes.join(' ');
  const state = apiKeyState(key, new Date());
  const ends = expiresAt && state !== 'revoked' ? ` ${state === 'active' ? 'until' : 'since'} ${iso(expiresAt)}` : '';
  const lastUsed = lastUsedAt ? iso(lastUsedAt) : 'never';
  return [id, name, hint, granted, restrictionsOf(key) || '-', state + ends, lastUsed];
}

/** The number of phones only, because their ids would fill the line; `--json` has them. */
function restrictionsOf({ sessionIds, senderIds, addresses }: ApiKey): string {
  const phones = sessionIds && `${sessionIds.length} phone${sessionIds.length === 1 ? '' : 's'}`;
  return [phones, senderIds?.join(' '), addresses?.join(' ')].filter(Boolean).join(', ');
}

const iso = (time: string) => dateOf(time).toISOString();
