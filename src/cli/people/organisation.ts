import { type Command, InvalidArgumentError, Option } from 'commander';
import { LIMITS } from '../../domain/limits.js';
import { ROLES, STOP_SCOPES } from '../../domain/vocabulary.js';
import { action } from '../command.js';
import { addExamples } from '../help.js';
import { organisationOption } from './organisation-option.js';

/** "default": the setting of the installation. */
const readerOf = (unit: string, most: number) => (text: string) => {
  if (text === 'default') return text;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= most) return value;
  throw new InvalidArgumentError(`Must be a whole number of ${unit} from 1 to ${most}, or "default".`);
};
const readDays = readerOf('days', LIMITS.retentionDaysMax);
const readCalls = readerOf('calls', LIMITS.callsPerMinuteMax);

export function addOrganisation(program: Command): void {
  const group = program.command('organisation').description('manage the organisations of this installation');
  const createCommand = group
    .command('create')
    .argument('<name>', 'name of the organisation')
    .description('create an organisation')
    .action(action(async () => (await import('./run-organisation.js')).create));
  addExamples(createCommand, "postrider organisation create 'Table & Chair'");
  const useCommand = group
    .command('use')
    .argument('[name]', 'name or id of the organisation; if omitted, the command prints the remembered one')
    .description('remember an organisation for the following commands')
    .option('--none', 'forget the remembered organisation')
    .action(action(async () => (await import('./run-organisation.js')).use));
  addExamples(useCommand, "postrider organisation use 'Table & Chair'", 'postrider organisation use --none');
  const listCommand = group
    .command('list')
    .description('list all organisations')
    .action(action(async () => (await import('./run-organisation.js')).list));
  addExamples(listCommand, 'postrider organisation list');
  const updateCommand = group
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
    .action(action(async () => (await import('./run-organisation.js')).update));
  addExamples(
    updateCommand,
    'postrider organisation update --message-retention-days 365',
    'postrider organisation update --message-retention-days default --smart-encoding',
  );
  addLimits(group);
  const inviteCommand = group
    .command('invite')
    .argument('<email>', 'e-mail address of the person')
    .description('print a link with which a person becomes a member')
    .addOption(organisationOption())
    .addOption(new Option('--role <role>', 'the role of the member').choices(ROLES).makeOptionMandatory())
    .option('--mail', 'send the link by mail as well')
    .action(action(async () => (await import('./run-organisation.js')).invite));
  addExamples(inviteCommand, 'postrider organisation invite ada@example.org --role owner');
  const eraseCommand = group
    .command('erase-number')
    .argument('<number>', 'the phone number of a person')
    .description('erase every text, number and label of a person in an organisation')
    .addOption(organisationOption())
    .action(action(async () => (await import('./run-organisation.js')).erase));
  addExamples(eraseCommand, 'postrider organisation erase-number +12025550100');
  const membersCommand = group
    .command('members')
    .description('list the members of an organisation')
    .addOption(organisationOption())
    .action(action(async () => (await import('./run-organisation.js')).members));
  addExamples(membersCommand, 'postrider organisation members');
}

function addLimits(group: Command): void {
  const limitsCommand = group
    .command('limits')
    .description('change how many calls an organisation may make in any 60 seconds, or print that')
    .addOption(organisationOption())
    .option('--sms-send <calls>', 'single sends; "default": RATE_LIMIT_SMS_SEND', readCalls)
    .option('--sms-send-bulk <calls>', 'bulk sends; "default": RATE_LIMIT_SMS_SEND_BULK', readCalls)
    .option('--general <calls>', 'other calls; "default": RATE_LIMIT_GENERAL', readCalls)
    .option('--people <calls>', 'what each person reads; "default": RATE_LIMIT_PEOPLE', readCalls)
    .option('--reset', 'set the others to the limits of the installation')
    .action(action(async () => (await import('./run-organisation.js')).limits));
  addExamples(
    limitsCommand,
    "postrider organisation limits --organisation 'Table & Chair' --sms-send 1200",
    'postrider organisation limits --reset',
  );
}
