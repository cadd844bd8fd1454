import type { Command } from 'commander';
import { action } from '../command.js';
import { addExamples } from '../help.js';

export function addRestore(program: Command): void {
  const command = program
    .command('restore')
    .argument('<folder>', 'a folder that "backup" has created')
    .description('restore the embedded database into a DATA_DIR that has none; starts no server')
    .option('--resume', 'send what waited at the time of the backup: only if no server has run since')
    .action(action(async () => (await import('./run-restore.js')).restore));
  addExamples(
    command,
    'postrider restore /backups/monday',
    'DATA_DIR=/srv/postrider postrider restore /backups/monday',
  );
}
