import type { Command } from 'commander';
import { action } from './command.js';
import { addExamples } from './help.js';

export function addRekey(program: Command): void {
  const command = program
    .command('rekey')
    .description(
      'seal everything anew that PREVIOUS_SECRET_KEY has sealed; safe beside running servers and more than once',
    )
    .option(
      '--lost',
      'the key of this database is lost for good: accept SECRET_KEY, with which nothing in it can be read',
    )
    .action(action(async () => (await import('./run-rekey.js')).runRekey));
  addExamples(command, 'postrider rekey', 'postrider rekey --lost');
}
