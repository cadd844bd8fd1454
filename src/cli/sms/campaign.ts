import type { Command } from 'commander';
import { action } from '../command.js';
import { addExamples } from '../help.js';
import { organisationOption } from '../people/organisation-option.js';

export function addCampaign(program: Command): void {
  const group = program.command('campaign').description('bulk sends');
  const watchCommand = group
    .command('watch')
    .argument('<campaign>', 'name or id of the campaign')
    .addOption(organisationOption())
    .description('show the progress of a campaign until it has finished')
    .action(action(async () => (await import('./run-campaign.js')).watch));
  addExamples(watchCommand, 'postrider campaign watch people.csv');
}
