import type { Command } from 'commander';
import { asTyped } from '../../config/config.js';
import { findSetUpLink } from '../../operations/people/set-up.js';
import { action, CommandError } from '../command.js';
import { addExamples } from '../help.js';
import { printResult } from '../output.js';
import { withServices } from '../with-services.js';

export function addSetUpLink(program: Command): void {
  const command = program
    .command('set-up-link')
    .description('print the link that creates the first account, while there is none')
    .action(action(({ json }) => showSetUpLink(json)));
  addExamples(command, 'postrider set-up-link');
}

function showSetUpLink(json: boolean): Promise<void> {
  return withServices(async (services) => {
    const link = await findSetUpLink(services);
    if (link === null) {
      throw new CommandError(`An account exists already. Invite people with "${asTyped('organisation invite')}".`);
    }
    printResult(json, { set_up_link: link }, link);
  });
}
