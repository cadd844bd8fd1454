import type { Command } from 'commander';
import type { Organisation } from '../db/entities/organisation.js';
import { createOrganisation } from '../operations/organisations/create-organisation.js';
import { action } from './command.js';
import { listOrganisations } from './organisations.js';
import { formatTable, printResult } from './output.js';
import { withServices } from './with-services.js';

export function addOrganisation(program: Command): void {
  const group = program.command('organisation').description('the tenants of this installation');
  group
    .command('create')
    .argument('<name>')
    .description('make an organisation')
    .action(action(({ json }, name) => create(name ?? '', json)));
  group
    .command('list')
    .description('all organisations')
    .action(action(({ json }) => list(json)));
}

function create(name: string, json: boolean): Promise<void> {
  return withServices(async (services) => {
    const organisation = await createOrganisation(services, { name });
    const next = `Make a key for it: postrider key create --organisation ${organisation.id} --name NAME`;
    printResult(json, describe(organisation), `Organisation ${organisation.id} has been made.\n${next}`);
  });
}

function list(json: boolean): Promise<void> {
  return withServices(async (services) => {
    const organisations = await listOrganisations(services);
    const rows = organisations.map(({ id, name, demo, createdAt }) => [
      id,
      name,
      demo ? 'demo' : '',
      createdAt.toISOString(),
    ]);
    printResult(json, organisations.map(describe), formatTable(['ID', 'NAME', '', 'CREATED'], rows));
  });
}

function describe({ id, name, demo, createdAt }: Organisation) {
  return { organisation_id: id, name, demo, created_at: createdAt };
}
