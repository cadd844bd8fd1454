import type { Command } from 'commander';
import { action } from '../command.js';
import { addExamples } from '../help.js';

export function addBackup(program: Command): void {
  const command = program
    .command('backup')
    .argument('<folder>', 'the folder to create')
    .description('back up the embedded database, while the server runs or not')
    .action(action(async () => (await import('./run-backup.js')).backup));
  addExamples(command, 'postrider backup /backups/monday');
}
