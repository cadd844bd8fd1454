import { type Command, Option } from 'commander';
import type { Organisation } from '../../db/sql/people/organisations.js';
import { ROLES } from '../../domain/vocabulary.js';
import { dateOf } from '../../lib/date-of.js';
import { createOrganisation } from '../../operations/people/organisations.js';
import { action } from '../command.js';
import { formatTable, printResult } from '../output.js';
import { withServices } from '../with-services.js';
import { type InviteOptions, invite, members } from './members.js';
import { listOrganisations, organisationOption } from './organisations.js';

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
  group
    .command('invite')
    .argument('<email>')
    .description('print a link with which somebody becomes a member')
    .addOption(organisationOption())
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .option('--mail', 'send them the link as well', false)
    .action(action<InviteOptions>((options, email) => invite(email ?? '', options)));
  group
    .command('members')
    .description('who may act for an organisation')
    .addOption(organisationOption())
    .action(action<{ readonly organisation?: string }>(({ organisation, json }) => members(organisation, json)));
}

function create(name: string, json: boolean): Promise<void> {
  return withServices(async (services) => {
    const organisation = await createOrganisation(services, { name });
    const named = `--organisation ${organisation.id}`;
    const text = [
      `Organisation ${organisation.id} has been made.`,
      `Make a key for it: npm run postrider -- key create ${named} --name NAME`,
      `Invite its owner: npm run postrider -- organisation invite EMAIL ${named} --role owner`,
    ];
    printResult(json, describe(organisation), text.join('\n'));
  });
}

function list(json: boolean): Promise<void> {
  return withServices(async (services) => {
    const organisations = await listOrganisations(services);
    const rows = organisations.map(({ id, name, demo, createdAt }) => [
      id,
      name,
      demo ? 'demo' : '',
      dateOf(createdAt).toISOString(),
    ]);
    printResult(json, organisations.map(describe), formatTable(['ID', 'NAME', '', 'CREATED'], rows));
  });
}

function describe({ id, name, demo, createdAt }: Organisation) {
  return { organisation_id: id, name, demo, created_at: dateOf(createdAt) };
}
