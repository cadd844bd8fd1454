import type { Command } from 'commander';
import { action } from '../command.js';
import { addExamples } from '../help.js';

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description(
      'check this installation and say what to do; exits with 1 if something is wrong, with 3 if there are only warnings',
    )
    .action(action(async () => (await import('./run-doctor.js')).doctor));
  addExamples(command, 'postrider doctor', 'postrider doctor --json');
}
