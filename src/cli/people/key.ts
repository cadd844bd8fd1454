import { type Command, Option } from 'commander';
import { LIMITS } from '../../domain/limits.js';
import { KEY_MODES, SCOPES } from '../../domain/vocabulary.js';
import { action } from '../command.js';
import { addExamples } from '../help.js';
import { organisationOption } from './organisation-option.js';

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
    .action(action(async () => (await import('./run-key.js')).create));
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
    .action(action(async () => (await import('./run-key.js')).list));
  addExamples(listCommand, 'postrider key list', 'postrider key list --json');
  const rotateCommand = group
    .command('rotate')
    .argument('<key>', KEY)
    .description('replace a key by a new one and print it once')
    .addOption(organisationOption())
    .option('--overlap <span>', 'how long the old key stays valid, at most 7d', `${LIMITS.keyOverlapHours}h`)
    .action(action(async () => (await import('./run-key.js')).rotate));
  addExamples(rotateCommand, 'postrider key rotate shop', 'postrider key rotate shop --overlap 1h');
  const revokeCommand = group
    .command('revoke')
    .argument('<key>', KEY)
    .description('revoke a key permanently, within seconds')
    .addOption(organisationOption())
    .action(action(async () => (await import('./run-key.js')).revoke));
  addExamples(revokeCommand, 'postrider key revoke shop');
}
