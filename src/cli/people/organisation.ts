import { type Command, Option } from 'commander';
import { asTyped } from '../../config/config.js';
import type { MemberRow } from '../../db/sql/people/memberships.js';
import type { Organisation } from '../../db/sql/people/organisations.js';
import { ROLES, type Role } from '../../domain/vocabulary.js';
import { dateOf } from '../../lib/date-of.js';
import { inviteMember } from '../../operations/people/invitations.js';
import { listMembers } from '../../operations/people/members.js';
import { createOrganisation } from '../../operations/people/organisations.js';
import { action, CommandError, UsageError } from '../command.js';
import { addExamples } from '../help.js';
import { printResult } from '../output.js';
import { cut, formatTable } from '../table.js';
import { actFor, everyRow, withServices } from '../with-services.js';
import { chooseOrganisation, findOrganisation, listOrganisations, organisationOption } from './choose-organisation.js';

export function addOrganisation(program: Command): void {
  const group = program.command('organisation').description('manage the organisations of this installation');
  const createCommand = group
    .command('create')
    .argument('<name>', 'name of the organisation')
    .description('create an organisation')
    .action(action(({ json }, name) => create(name ?? '', json)));
  addExamples(createCommand, "postrider organisation create 'Table & Chair'");
  const useCommand = group
    .command('use')
    .argument('[name]', 'name or id of the organisation; if omitted, the command prints the remembered one')
    .description('remember an organisation for the following commands')
    .option('--none', 'forget the remembered organisation')
    .action(action<{ readonly none?: true }>(({ none, json }, name) => use(name, none === true, json)));
  addExamples(useCommand, "postrider organisation use 'Table & Chair'", 'postrider organisation use --none');
  const listCommand = group
    .command('list')
    .description('list all organisations')
    .action(action(({ json }) => list(json)));
  addExamples(listCommand, 'postrider organisation list');
  const inviteCommand = group
    .command('invite')
    .argument('<email>', 'e-mail address of the person')
    .description('print a link with which a person becomes a member')
    .addOption(organisationOption())
    .addOption(new Option('--role <role>', 'the role of the member').choices(ROLES).makeOptionMandatory())
    .option('--mail', 'send the link by mail as well')
    .action(action<InviteOptions>((options, email) => invite(email ?? '', options)));
  addExamples(inviteCommand, 'postrider organisation invite ada@example.org --role owner');
  const membersCommand = group
    .command('members')
    .description('list the members of an organisation')
    .addOption(organisationOption())
    .action(action<{ readonly organisation?: string }>(({ organisation, json }) => members(organisation, json)));
  addExamples(membersCommand, 'postrider organisation members');
}

function create(name: string, json: boolean): Promise<void> {
  return withServices(async (services) => {
    const organisation = await createOrganisation(services, { name });
    const named = `--organisation ${organisation.id}`;
    const text = [
      `Organisation ${organisation.id} was created.`,
      `Create a key for it: ${asTyped(`key create ${named} --name NAME`)}`,
      `Invite its owner: ${asTyped(`organisation invite EMAIL ${named} --role owner`)}`,
      `Use it for the following commands: ${asTyped(`organisation use ${organisation.id}`)}`,
    ];
    printResult(json, describe(organisation), text.join('\n'));
  });
}

function list(json: boolean): Promise<void> {
  return withServices(async (services) => {
    const organisations = await listOrganisations(services);
    const remembered = services.remembered.read();
    const rows = organisations.map(({ id, name, demo, createdAt }) => [
      id,
      name,
      [demo && 'demo', id === remembered && 'in use'].filter(Boolean).join(', '),
      dateOf(createdAt).toISOString(),
    ]);
    printResult(json, organisations.map(describe), formatTable(['ID', cut('NAME'), '', 'CREATED'], rows));
  });
}

/** The environment variable and --organisation have precedence over what is remembered. */
function use(given: string | undefined, forget: boolean, json: boolean): Promise<void> {
  if (given !== undefined && forget) throw new UsageError('Give a name or --none, not both.');
  return withServices(async (services) => {
    const { remembered } = services;
    const all = await listOrganisations(services);
    if (forget) remembered.forget();
    else if (given !== undefined) remembered.remember(findOrganisation(all, given).id);
    const id = remembered.read();
    const organisation = id === null ? undefined : all.find((one) => one.id === id);
    if (id !== null && !organisation)
      throw new CommandError(`The remembered organisation ${id} is not in this database.`);
    const text = organisation
      ? `Commands use ${organisation.name} (${organisation.id}).`
      : 'No organisation is remembered.';
    printResult(json, organisation ? describe(organisation) : null, text);
  });
}

function describe({ id, name, demo, createdAt }: Organisation) {
  return { id, name, demo, created_at: dateOf(createdAt) };
}

interface InviteOptions {
  readonly organisation?: string;
  readonly role: Role;
  readonly mail?: true;
  readonly json: boolean;
}

/**
 * Invites a member from the command line, for an organisation without an owner who can: one that was created there, or
 * whose owners have lost access.
 */
export function invite(email: string, { organisation, role, mail, json }: InviteOptions): Promise<void> {
  return withServices(async (services) => {
    const { id, name } = await chooseOrganisation(services, organisation);
    const context = actFor(services, id, false);
    const { invitation, link } = await inviteMember(context, { email, role }, { mailed: mail === true });
    const expiresAt = new Date(invitation.expires_at);
    const value = {
      id: invitation.id,
      organisation_id: id,
      email: invitation.email,
      role,
      link,
      expires_at: expiresAt,
      mailed: mail === true,
    };
    const use = mail ? 'It was mailed as well' : 'Give it only to this person';
    const text = `${link}\n\nWith this link, ${invitation.email} becomes ${role} of ${name}. ${use}; it works once, until ${expiresAt.toISOString()}.`;
    printResult(json, value, text);
  });
}

export function members(organisation: string | undefined, json: boolean): Promise<void> {
  return withServices(async (services) => {
    const { id } = await chooseOrganisation(services, organisation);
    const context = actFor(services, id, false);
    const all = await everyRow((page) => listMembers(context, page));
    const header = ['PERSON', 'EMAIL', cut('NAME'), 'ROLE', 'JOINED'];
    const rows = all.map((member) => [member.person_id, member.email, member.name, member.role, joinedAt(member)]);
    printResult(json, all.map(describeMember), formatTable(header, rows));
  });
}

function describeMember(member: MemberRow) {
  const { person_id: id, email, name, role } = member;
  return { id, email, name, role, joined_at: joinedAt(member) };
}

function joinedAt({ created_at: createdAt }: MemberRow): string {
  return new Date(createdAt).toISOString();
}
