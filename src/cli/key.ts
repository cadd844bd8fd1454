import { type Command, Option } from 'commander';
import type { ApiKey } from '../db/entities/api-key.js';
import { KEY_MODES, type KeyMode, SCOPES, type Scope } from '../domain/vocabulary.js';
import { createApiKey } from '../operations/keys/create-api-key.js';
import { listApiKeys } from '../operations/keys/list-api-keys.js';
import { revokeApiKey } from '../operations/keys/revoke-api-key.js';
import { action } from './command.js';
import { CommandError } from './failure.js';
import { chooseOrganisation, findOwner } from './organisations.js';
import { formatTable, printResult } from './output.js';
import { readExpiry } from './times.js';
import { withServices } from './with-services.js';

interface OrganisationOption {
  readonly organisation?: string;
}

interface CreateOptions extends OrganisationOption {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scope?: readonly Scope[];
  readonly expires?: string;
}

const ORGANISATION = 'its id; not needed while there is only one';

export function addKey(program: Command): void {
  const group = program.command('key').description('API keys');
  group
    .command('create')
    .description('make a key and show it, this once')
    .option('--organisation <id>', ORGANISATION)
    .requiredOption('--name <name>', 'to recognise it by')
    .addOption(new Option('--mode <mode>', 'test keys reach the sandbox only').choices(KEY_MODES).default('test'))
    .addOption(new Option('--scope <scope...>', 'what it may do; everything when not given').choices(SCOPES))
    .option('--expires <when>', 'a time such as 2030-01-31T12:00:00Z, or a span such as 30d or 12h')
    .action(action<CreateOptions>(create));
  group
    .command('list')
    .description('the keys of an organisation, revoked ones included')
    .option('--organisation <id>', ORGANISATION)
    .action(action<OrganisationOption>(({ organisation, json }) => list(organisation, json)));
  group
    .command('revoke')
    .argument('<id>', 'id of the key, as in the list')
    .description('make a key useless within seconds, for good')
    .action(action(({ json }, id) => revoke(id ?? '', json)));
}

function create({ organisation, name, mode, scope, expires, json }: CreateOptions & { json: boolean }): Promise<void> {
  const expiresAt = expires === undefined ? null : readExpiry(expires, new Date());
  return withServices(async (services) => {
    const { id: organisationId } = await chooseOrganisation(services, organisation);
    const scopes = scope ?? SCOPES;
    const { key, apiKey } = await createApiKey(services, { organisationId, name, mode, scopes, expiresAt });
    const text = [
      key,
      '',
      `Keep it now: it is not shown again. Send it with these headers:`,
      `  Authorization: Bearer ${key}`,
      `  X-Organisation-Id: ${organisationId}`,
      ...(mode === 'test'
        ? ['It is a test key: what it sends stays in the sandbox (--mode live for a real one).']
        : []),
    ];
    printResult(json, { key, ...describe(apiKey) }, text.join('\n'));
  });
}

function list(organisation: string | undefined, json: boolean): Promise<void> {
  return withServices(async (services) => {
    const { id: organisationId } = await chooseOrganisation(services, organisation);
    const keys = await listApiKeys(services, { organisationId });
    const header = ['ID', 'NAME', 'KEY', 'SCOPES', 'STATE', 'LAST USED'];
    printResult(json, keys.map(describe), formatTable(header, keys.map(toRow)));
  });
}

function revoke(id: string, json: boolean): Promise<void> {
  return withServices(async (services) => {
    const organisationId = await findOwner(services, 'api_keys', id);
    if (!organisationId) throw new CommandError(`There is no key with the id ${id}: see "postrider key list".`);
    const apiKey = await revokeApiKey(services, { organisationId, id });
    printResult(json, describe(apiKey), `The key "${apiKey.name}" has been revoked.`);
  });
}

function describe({ id, organisationId, name, hint, mode, scopes, expiresAt, revokedAt, lastUsedAt }: ApiKey) {
  const times = { expires_at: expiresAt, revoked_at: revokedAt, last_used_at: lastUsedAt };
  return { id, organisation_id: organisationId, name, hint, mode, scopes, ...times };
}

function toRow({ id, name, hint, scopes, expiresAt, revokedAt, lastUsedAt }: ApiKey): string[] {
  const granted = scopes.length === SCOPES.length ? 'all' : scopes.join(' ');
  const ends = expiresAt ? `${expiresAt <= new Date() ? 'expired' : 'until'} ${expiresAt.toISOString()}` : 'valid';
  return [id, name, hint, granted, revokedAt ? 'revoked' : ends, lastUsedAt?.toISOString() ?? 'never'];
}
