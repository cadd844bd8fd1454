import type { Command } from 'commander';
import { action } from '../command.js';
import { addExamples } from '../help.js';
import { organisationOption } from '../people/organisation-option.js';
import { categoryOption } from './send.js';

export function addNumber(program: Command): void {
  const command = program
    .command('number')
    .argument('<number>', 'the number, with its country code')
    .description('explain what would become of a message to a number, and what the number got and answered')
    .option('--sender-id <name>', 'the sender ID of the message, which decides about some suppressions')
    .addOption(categoryOption())
    .option('--test', 'explain a message to the sandbox')
    .addOption(organisationOption())
    .action(action(async () => (await import('./run-number.js')).explain));
  addExamples(command, 'postrider number 12025550100', 'postrider number +254711000001 --sender-id Shop --json');
}
