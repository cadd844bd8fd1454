import type { Command } from 'commander';
import { action } from './command.js';
import { addExamples } from './help.js';

export function addRekey(program: Command): void {
  const command = program
    .command('rekey')
    .description(
      'seal everything anew that PREVIOUS_SECRET_KEY has sealed; safe beside running servers and more than once',
    )
    .action(action(async () => (await import('./run-rekey.js')).runRekey));
  addExamples(command, 'postrider rekey');
}
