import type { Command } from 'commander';
import { action } from '../command.js';
import { addExamples } from '../help.js';

export function addSetUpLink(program: Command): void {
  const command = program
    .command('set-up-link')
    .description('print the link that creates the first account, while there is none')
    .action(action(async () => (await import('./run-set-up-link.js')).showSetUpLink));
  addExamples(command, 'postrider set-up-link');
}
