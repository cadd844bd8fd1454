import { type Command, Option } from 'commander';
import { MESSAGE_CATEGORIES } from '../../domain/vocabulary.js';
import { action } from '../command.js';
import { addExamples } from '../help.js';
import { organisationOption } from '../people/organisation-option.js';

/** Adds the options that single and bulk sends share. */
export function addSendOptions(command: Command): Command {
  return command
    .option('--sender-id <sender>', 'the sender that the phone shows')
    .option('--reference <text>', 'your own reference, stored with the message')
    .option('--schedule <time>', 'do not send before this time, such as 2030-01-31T12:00:00Z')
    .addOption(categoryOption())
    .addOption(organisationOption())
    .option('--test', 'send as with a test key: messages stay in the sandbox')
    .option(
      '--smart-encoding',
      'replace typographic characters if that makes a text GSM-7; default: as the organisation',
    )
    .option('--no-smart-encoding', 'send texts as they are')
    .option('--idempotency-key <key>', 'a key that makes a repeated call within 24 hours send nothing again');
}

export function categoryOption(): Option {
  return new Option('--category <category>', 'what the messages are for; if omitted, transactional').choices(
    MESSAGE_CATEGORIES,
  );
}

export function addSend(program: Command): void {
  const command = program
    .command('send')
    .description('send one SMS')
    .requiredOption('--to <number>', 'the number of the recipient in international format')
    .requiredOption('--message <text>', 'the text');
  addSendOptions(command).action(action(async () => (await import('./run-send.js')).send));
  addExamples(
    command,
    "postrider send --to 12025550100 --message 'Hello' --test",
    "postrider send --to '+254 711 000 001' --message 'Your table is ready' --sender-id SHOP",
  );
}
