import type { Command } from 'commander';
import { action } from '../command.js';
import { addExamples } from '../help.js';

export function addEndUnfinished(program: Command): void {
  const command = program
    .command('end-unfinished')
    .description('after pg_restore: end messages that may have been sent since the backup, so that none is sent twice')
    .action(action(async () => (await import('./run-end-unfinished.js')).runEndUnfinished));
  addExamples(command, 'postrider end-unfinished');
}
