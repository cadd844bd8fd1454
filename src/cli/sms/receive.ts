import type { Command } from 'commander';
import { action } from '../command.js';
import { addExamples } from '../help.js';
import { organisationOption } from '../people/organisation-option.js';

export function addReceive(program: Command): void {
  const command = program
    .command('receive')
    .description('let the sandbox receive an SMS or a chat message, as if a person had sent it')
    .requiredOption('--from <number>', 'the number of the person')
    .requiredOption('--message <text>', 'the text')
    .option('--to <number>', 'the number of yours that the person wrote to', '12025550199')
    .option('--session <id>', 'a phone of yours, to which the person writes in the chat app')
    .addOption(organisationOption())
    .action(action(async () => (await import('./run-receive.js')).receive));
  addExamples(command, "postrider receive --from 12025550100 --message 'Stop'");
}
