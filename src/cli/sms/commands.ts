import { Option } from 'commander';
import { SENT_AGAIN_CODES } from '../../domain/sms/delivery-codes.js';
import { MESSAGE_CATEGORIES, SENDER_STATUSES } from '../../domain/vocabulary.js';
import { action } from '../command.js';
import type { PostriderCommand } from '../help.js';
import { ListOption, organisationOption } from '../options.js';

const SCHEDULE = ['--schedule <time>', 'do not send before this time, such as 2030-01-31T12:00:00Z'] as const;
const IDEMPOTENCY_KEY = [
  '--idempotency-key <key>',
  'a key that makes a repeated call within 24 hours send nothing again',
] as const;

const categoryOption = () =>
  new Option('--category <category>', 'what the messages are for; if omitted, transactional').choices(
    MESSAGE_CATEGORIES,
  );

/** Adds the options that single and bulk sends share. */
function addSendOptions(command: PostriderCommand): PostriderCommand {
  return command
    .option('--sender-id <sender>', 'the sender that the phone shows')
    .option('--reference <text>', 'your own reference, stored with the message')
    .option(...SCHEDULE)
    .addOption(categoryOption())
    .addOption(organisationOption())
    .option('--test', 'send as with a test key: messages stay in the sandbox')
    .option(
      '--smart-encoding',
      'replace typographic characters if that makes a text GSM-7; default: as the organisation',
    )
    .option('--no-smart-encoding', 'send texts as they are')
    .option(...IDEMPOTENCY_KEY);
}

export function addSends(program: PostriderCommand): void {
  const send = program
    .command('send')
    .description('send one SMS')
    .requiredOption('--to <number>', 'the number of the recipient in international format')
    .requiredOption('--message <text>', 'the text')
    .examples(
      "postrider send --to 12025550100 --message 'Hello' --test",
      "postrider send --to '+254 711 000 001' --message 'Your table is ready' --sender-id SHOP",
    );
  addSendOptions(send).action(action(async () => (await import('./run-send.js')).send));
  const sendBulk = program
    .command('send-bulk')
    .argument(
      '<file>',
      'a comma, semicolon or tab separated file whose first line names the columns; "-" for standard input',
    )
    .description('send an SMS to every row of a file')
    .option(
      '--message <text>',
      'the text, with {{name}} for the value of the column "name"; if omitted, the column "message"',
    )
    .option('--column <name>', 'the column with the numbers', 'to')
    .option('--name <name>', 'the name of the campaign; the file name if omitted')
    .option('--preview', 'show what would be sent, and send nothing')
    .option('--no-wait', 'do not wait until the campaign has finished')
    .examples(
      "postrider send-bulk people.csv --message 'Hello {{name}}' --test",
      "postrider send-bulk people.csv --message 'Hello {{name}}' --preview",
      "postrider send-bulk people.csv --column phone --name 'Friday tables' --idempotency-key friday",
    );
  addSendOptions(sendBulk).action(action(async () => (await import('./run-send-bulk.js')).sendBulk));
}

export function addReceive(program: PostriderCommand): void {
  program
    .command('receive')
    .description('let the sandbox receive an SMS or a chat message, as if a person had sent it')
    .requiredOption('--from <number>', 'the number of the person')
    .requiredOption('--message <text>', 'the text')
    .option('--to <number>', 'the number of yours that the person wrote to', '12025550199')
    .option('--session <id>', 'a phone of yours, to which the person writes in the chat app')
    .addOption(organisationOption())
    .examples("postrider receive --from 12025550100 --message 'Stop'")
    .action(action(async () => (await import('./run-receive.js')).receive));
}

export function addNumber(program: PostriderCommand): void {
  program
    .command('number')
    .argument('<number>', 'the number, with its country code')
    .description('explain what would become of a message to a number, and what the number got and answered')
    .option('--sender-id <name>', 'the sender ID of the message, which decides about some suppressions')
    .addOption(categoryOption())
    .option('--test', 'explain a message to the sandbox')
    .addOption(organisationOption())
    .examples('postrider number 12025550100', 'postrider number +254711000001 --sender-id Shop --json')
    .action(action(async () => (await import('./run-number.js')).explain));
}

const CHANGES = {
  pause: 'submit no further message of a campaign until it is resumed',
  resume: 'resume a paused campaign',
  cancel: 'cancel the messages of a campaign that no gateway has',
} as const;

const RETRIED_CODES = SENT_AGAIN_CODES.map(String);

export function addCampaign(program: PostriderCommand): void {
  const group = program.command('campaign').description('bulk sends');
  const addCommand = (name: string, description: string) =>
    group
      .command(name)
      .argument('<campaign>', 'name or id of the campaign')
      .addOption(organisationOption())
      .description(description);
  addCommand('watch', 'show the progress of a campaign until it has finished')
    .examples('postrider campaign watch people.csv')
    .action(action(async () => (await import('./run-campaign.js')).watch));
  for (const name of Object.keys(CHANGES) as (keyof typeof CHANGES)[]) {
    addCommand(name, CHANGES[name])
      .examples(`postrider campaign ${name} people.csv`)
      .action(action(async () => (await import('./run-campaign-changes.js'))[name]));
  }
  addCommand('reschedule', 'give a campaign that has not started another time')
    .option(
      '--schedule <time>',
      'do not send before this time, such as 2030-01-31T12:00:00Z; if omitted, it starts now',
    )
    .examples(
      'postrider campaign reschedule people.csv --schedule 2030-01-31T12:00:00Z',
      'postrider campaign reschedule people.csv',
    )
    .action(action(async () => (await import('./run-campaign-changes.js')).reschedule));
  addCommand('retry', 'send the failed messages of a campaign again, as a new campaign')
    .addOption(
      new ListOption(
        '--code <codes>',
        'only messages with these delivery codes; all of them if omitted',
        RETRIED_CODES,
      ),
    )
    .option('--name <name>', 'the name of the new campaign; that of the old one if omitted')
    .option(...SCHEDULE)
    .option(...IDEMPOTENCY_KEY)
    .examples(
      'postrider campaign retry people.csv',
      "postrider campaign retry people.csv --code 402,502 --name 'Friday, once more'",
    )
    .action(action(async () => (await import('./run-campaign-changes.js')).retry));
}

const SENDER = 'name or id of the sender ID';
const OF = 'the organisation of the sender ID, by name or id; all if omitted';

export function addSender(program: PostriderCommand): void {
  const group = program.command('sender').description('approve or reject sender IDs of organisations');
  group
    .command('list')
    .description('list sender IDs, longest waiting first')
    .option('--organisation <name>', 'only those of this organisation, by name or id')
    .addOption(new Option('--status <status>', 'only those with this status').choices(SENDER_STATUSES))
    .examples('postrider sender list --status pending')
    .action(action(async () => (await import('./run-sender.js')).list));
  group
    .command('approve')
    .argument('<sender>', SENDER)
    .option('--organisation <name>', OF)
    .description('allow messages to use the sender ID')
    .examples('postrider sender approve SHOP')
    .action(action(async () => (await import('./run-sender.js')).approve));
  group
    .command('reject')
    .argument('<sender>', SENDER)
    .option('--organisation <name>', OF)
    .description('reject the sender ID, also if it was approved')
    .requiredOption('--reason <text>', 'the reason, which is shown to the organisation')
    .option('--let-waiting-go', 'send the messages that were accepted with it; default: hold them')
    .examples("postrider sender reject BANK --reason 'There is a bank of that name'")
    .action(action(async () => (await import('./run-sender.js')).reject));
}
