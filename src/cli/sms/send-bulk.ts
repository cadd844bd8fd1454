import type { Command } from 'commander';
import { action } from '../command.js';
import { addExamples } from '../help.js';
import { addSendOptions } from './send.js';

export function addSendBulk(program: Command): void {
  const command = program
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
    .option('--no-wait', 'do not wait until the campaign has finished');
  addSendOptions(command).action(action(async () => (await import('./run-send-bulk.js')).sendBulk));
  addExamples(
    command,
    "postrider send-bulk people.csv --message 'Hello {{name}}' --test",
    "postrider send-bulk people.csv --message 'Hello {{name}}' --preview",
    "postrider send-bulk people.csv --column phone --name 'Friday tables' --idempotency-key friday",
  );
}
