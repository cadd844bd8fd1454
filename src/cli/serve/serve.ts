import { type Command, Option } from 'commander';
import { ROLES } from '../../config/process-roles.js';
import { action } from '../command.js';
import { addExamples } from '../help.js';

export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .description('run the server until it is stopped')
    .addOption(new Option('--role <role>', 'the role of this process').choices(ROLES).default('all'))
    .action(action(async () => (await import('./run-serve.js')).serve));
  addExamples(command, 'postrider serve', 'postrider serve --role worker');
}
