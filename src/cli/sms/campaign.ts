import type { Command } from 'commander';
import { action } from '../command.js';
import { CommandError } from '../failure.js';
import { findOwner } from '../people/organisations.js';
import { actFor, withServices } from '../with-services.js';
import { followCampaigns } from './follow-campaigns.js';

export function addCampaign(program: Command): void {
  const group = program.command('campaign').description('bulk sends');
  group
    .command('watch')
    .argument('<id>', 'id of the campaign')
    .description('show how a campaign comes along until it has finished')
    .action(action(({ json }, id) => watch(id ?? '', json)));
}

function watch(id: string, json: boolean): Promise<void> {
  return withServices(async (services) => {
    const organisationId = await findOwner(services, 'campaigns', id);
    if (!organisationId) throw new CommandError(`There is no campaign with the id ${id}.`);
    await followCampaigns(actFor(services, organisationId, false), [id.toLowerCase()], json);
  });
}
