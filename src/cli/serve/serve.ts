import { type Command, Option } from 'commander';
import { ROLES, type Role } from '../../config/process-roles.js';
import { action } from '../command.js';
import { addExamples } from '../help.js';
import { enlargeYoungGeneration } from './young-generation.js';

export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .description('run the server until it is stopped')
    .addOption(new Option('--role <role>', 'the role of this process').choices(ROLES).default('all'))
    .option('--open', 'open the console in a browser, or the set-up page until an account exists')
    // Before anything is loaded, because it begins the process anew.
    .hook('preAction', (serve) => {
      if (serve.opts<{ readonly role: Role }>().role === 'worker') enlargeYoungGeneration();
    })
    .action(action(async () => (await import('./run-serve.js')).serve));
  addExamples(command, 'postrider serve', 'postrider serve --open', 'postrider serve --role worker');
}
