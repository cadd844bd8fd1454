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
  const pauseCommand = group
    .command('pause')
    .argument('<campaign>', 'name or id of the campaign')
    .addOption(organisationOption())
    .description('submit no further message of a campaign until it is resumed')
    .action(action(async () => (await import('./run-campaign.js')).pause));
  addExamples(pauseCommand, 'postrider campaign pause people.csv');
  const resumeCommand = group
    .command('resume')
    .argument('<campaign>', 'name or id of the campaign')
    .addOption(organisationOption())
    .description('resume a paused campaign')
    .action(action(async () => (await import('./run-campaign.js')).resume));
  addExamples(resumeCommand, 'postrider campaign resume people.csv');
  const cancelCommand = group
    .command('cancel')
    .argument('<campaign>', 'name or id of the campaign')
    .addOption(organisationOption())
    .description('cancel the messages of a campaign that no gateway has')
    .action(action(async () => (await import('./run-campaign.js')).cancel));
  addExamples(cancelCommand, 'postrider campaign cancel people.csv');
}
