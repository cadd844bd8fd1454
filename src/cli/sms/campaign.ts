import type { Command } from 'commander';
import { action } from '../command.js';
import { addExamples } from '../help.js';
import { organisationOption } from '../people/organisation-option.js';

const COMMANDS = {
  watch: 'show the progress of a campaign until it has finished',
  pause: 'submit no further message of a campaign until it is resumed',
  resume: 'resume a paused campaign',
  cancel: 'cancel the messages of a campaign that no gateway has',
} as const;

export function addCampaign(program: Command): void {
  const group = program.command('campaign').description('bulk sends');
  for (const name of Object.keys(COMMANDS) as (keyof typeof COMMANDS)[]) {
    const command = group
      .command(name)
      .argument('<campaign>', 'name or id of the campaign')
      .addOption(organisationOption())
      .description(COMMANDS[name])
      .action(action(async () => (await import('./run-campaign.js'))[name]));
    addExamples(command, `postrider campaign ${name} people.csv`);
  }
}
