import type { Command } from 'commander';
import { action } from './command.js';
import { addExamples } from './help.js';

export function addMigrate(program: Command): void {
  const command = program
    .command('migrate')
    .description('migrate the database; safe to run at any time and more than once')
    .option('--distribute', 'spread the tables over the nodes of Citus; no server may run meanwhile')
    .action(action(async () => (await import('./run-migrate.js')).migrate));
  addExamples(command, 'postrider migrate');
}
