import { InvalidArgumentError, Option } from 'commander';
import { LIMITS } from '../../domain/limits.js';
import { KEY_MODES, ROLES, SCOPES, STOP_SCOPES } from '../../domain/vocabulary.js';
import { action } from '../command.js';
import type { PostriderCommand } from '../help.js';
import { organisationOption } from '../options.js';

export function addSetUpLink(program: PostriderCommand): void {
  program
    .command('set-up-link')
    .description('print the link that creates the first account, while there is none')
    .examples('postrider set-up-link')
    .action(action(async () => (await import('./run-organisation.js')).showSetUpLink));
}

/** "default": the setting of the installation. */
const readerOf = (unit: string, most: number) => (text: string) => {
  if (text === 'default') return text;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= most) return value;
  throw new InvalidArgumentError(`Must be a whole number of ${unit} from 1 to ${most}, or "default".`);
};
const readDays = readerOf('days', LIMITS.retentionDaysMax);
const readCalls = readerOf('calls', LIMITS.callsPerMinuteMax);

export function addOrganisation(program: PostriderCommand): void {
  const group = program.command('organisation').description('manage the organisations of this installation');
  group
    .command('create')
    .argument('<name>', 'name of the organisation')
    .description('create an organisation')
    .examples("postrider organisation create 'Table & Chair'")
    .action(action(async () => (await import('./run-organisation.js')).create));
  group
    .command('use')
    .argument('[name]', 'name or id of the organisation; if omitted, the command prints the remembered one')
    .description('remember an organisation for the following commands')
    .option('--none', 'forget the remembered organisation')
    .examples("postrider organisation use 'Table & Chair'", 'postrider organisation use --none')
    .action(action(async () => (await import('./run-organisation.js')).use));
  group
    .command('list')
    .description('list all organisations')
    .examples('postrider organisation list')
    .action(action(async () => (await import('./run-organisation.js')).list));
  addSettings(group);
  group
    .command('invite')
    .argument('<email>', 'e-mail address of the person')
    .description('print a link with which a person becomes a member')
    .addOption(organisationOption())
    .addOption(new Option('--role <role>', 'the role of the member').choices(ROLES).makeOptionMandatory())
    .option('--mail', 'send the link by mail as well')
    .examples('postrider organisation invite ada@example.org --role owner')
    .action(action(async () => (await import('./run-organisation.js')).invite));
  group
    .command('erase-number')
    .argument('<number>', 'the phone number of a person')
    .description('erase every text, number and label of a person in an organisation')
    .addOption(organisationOption())
    .examples('postrider organisation erase-number +12025550100')
    .action(action(async () => (await import('./run-organisation.js')).erase));
  group
    .command('members')
    .description('list the members of an organisation')
    .addOption(organisationOption())
    .examples('postrider organisation members')
    .action(action(async () => (await import('./run-organisation.js')).members));
}

function addSettings(group: PostriderCommand): void {
  group
    .command('update')
    .description('change settings of an organisation, or print them')
    .addOption(organisationOption())
    .option(
      '--retention-days <days>',
      'redact texts and numbers after so many days; "default": RETENTION_DAYS',
      readDays,
    )
    .option(
      '--message-retention-days <days>',
      'delete messages and campaigns after so many days; "default": MESSAGE_RETENTION_DAYS',
      readDays,
    )
    .option('--smart-encoding', 'replace typographic characters in texts that this makes GSM-7, if a send does not say')
    .option('--no-smart-encoding', 'send texts as they are, if a send does not say')
    .addOption(
      new Option('--stop-scope <scope>', 'the messages that a person who answers STOP no longer gets').choices(
        STOP_SCOPES,
      ),
    )
    .examples(
      'postrider organisation update --message-retention-days 365',
      'postrider organisation update --message-retention-days default --smart-encoding',
    )
    .action(action(async () => (await import('./run-organisation.js')).update));
  group
    .command('limits')
    .description('change how many calls an organisation may make in any 60 seconds, or print that')
    .addOption(organisationOption())
    .option('--sms-send <calls>', 'single sends; "default": RATE_LIMIT_SMS_SEND', readCalls)
    .option('--sms-send-bulk <calls>', 'bulk sends; "default": RATE_LIMIT_SMS_SEND_BULK', readCalls)
    .option('--general <calls>', 'other calls; "default": RATE_LIMIT_GENERAL', readCalls)
    .option('--people <calls>', 'what each person reads; "default": RATE_LIMIT_PEOPLE', readCalls)
    .option('--reset', 'set the others to the limits of the installation')
    .examples(
      "postrider organisation limits --organisation 'Table & Chair' --sms-send 1200",
      'postrider organisation limits --reset',
    )
    .action(action(async () => (await import('./run-organisation.js')).limits));
}

const KEY = 'name or id of the key';

export function addKey(program: PostriderCommand): void {
  const group = program.command('key').description('manage API keys');
  group
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
    .examples(
      'postrider key create --name shop --mode live',
      'postrider key create --name reports --scope sms:read --expires 90d',
      'postrider key create --name till --sender-id SHOP --address 192.0.2.7 2001:db8::/32',
    )
    .action(action(async () => (await import('./run-key.js')).create));
  group
    .command('list')
    .description('list the keys of an organisation, including revoked ones')
    .addOption(organisationOption())
    .examples('postrider key list', 'postrider key list --json')
    .action(action(async () => (await import('./run-key.js')).list));
  group
    .command('rotate')
    .argument('<key>', KEY)
    .description('replace a key by a new one and print it once')
    .addOption(organisationOption())
    .option('--overlap <span>', 'how long the old key stays valid, at most 7d', `${LIMITS.keyOverlapHours}h`)
    .examples('postrider key rotate shop', 'postrider key rotate shop --overlap 1h')
    .action(action(async () => (await import('./run-key.js')).rotate));
  group
    .command('revoke')
    .argument('<key>', KEY)
    .description('revoke a key permanently, within seconds')
    .addOption(organisationOption())
    .examples('postrider key revoke shop')
    .action(action(async () => (await import('./run-key.js')).revoke));
}

export function addAudit(program: PostriderCommand): void {
  program
    .command('audit')
    .description('list who did what in an organisation, newest first; with --json one line per entry')
    .addOption(organisationOption())
    .option('--since <when>', 'since when: a time such as 2030-01-31T12:00:00Z, or a span such as 7d or 12h', '7d')
    .examples('postrider audit --since 30d', 'postrider audit --json')
    .action(action(async () => (await import('./run-audit.js')).audit));
}
