import { type Command, Option } from 'commander';
import type { MemberRow } from '../../db/sql/people/memberships.js';
import type { Organisation } from '../../db/sql/people/organisations.js';
import { ROLES, type Role } from '../../domain/vocabulary.js';
import { dateOf } from '../../lib/date-of.js';
import { inviteMember } from '../../operations/people/invitations.js';
import { listMembers } from '../../operations/people/members.js';
import { createOrganisation } from '../../operations/people/organisations.js';
import { action } from '../command.js';
import { formatTable, printResult } from '../output.js';
import { actFor, everyRow, withServices } from '../with-services.js';
import { chooseOrganisation, listOrganisations, organisationOption } from './choose-organisation.js';

export function addOrganisation(program: Command): void {
  const group = program.command('organisation').description('manage the organisations of this installation');
  group
    .command('create')
    .argument('<name>')
    .description('create an organisation')
    .action(action(({ json }, name) => create(name ?? '', json)));
  group
    .command('list')
    .description('list all organisations')
    .action(action(({ json }) => list(json)));
  group
    .command('invite')
    .argument('<email>')
    .description('print a link with which a person becomes a member')
    .addOption(organisationOption())
    .addOption(new Option('--role <role>', 'the role of the member').choices(ROLES).makeOptionMandatory())
    .option('--mail', 'send the link by mail as well', false)
    .action(action<InviteOptions>((options, email) => invite(email ?? '', options)));
  group
    .command('members')
    .description('list the members of an organisation')
    .addOption(organisationOption())
    .action(action<{ readonly organisation?: string }>(({ organisation, json }) => members(organisation, json)));
}

function create(name: string, json: boolean): Promise<void> {
  return withServices(async (services) => {
    const organisation = await createOrganisation(services, { name });
    const named = `--organisation ${organisation.id}`;
    const text = [
      `Organisation ${organisation.id} was created.`,
      `Create a key for it: npm run postrider -- key create ${named} --name NAME`,
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

interface InviteOptions {
  readonly organisation?: string;
  readonly role: Role;
  readonly mail: boolean;
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
    const { invitation, link } = await inviteMember(context, { email, role }, { mailed: mail });
    const expiresAt = new Date(invitation.expires_at);
    const value = {
      id: invitation.id,
      organisation_id: id,
      email: invitation.email,
      role,
      link,
      expires_at: expiresAt,
      mailed: mail,
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
    const header = ['PERSON', 'EMAIL', 'NAME', 'ROLE', 'JOINED'];
    const rows = all.map((member) => [member.person_id, member.email, member.name, member.role, joinedAt(member)]);
    printResult(json, all.map(describeMember), formatTable(header, rows));
  });
}

function describeMember(member: MemberRow) {
  const { person_id: personId, email, name, role } = member;
  return { person_id: personId, email, name, role, joined_at: joinedAt(member) };
}

function joinedAt({ created_at: createdAt }: MemberRow): string {
  return new Date(createdAt).toISOString();
}
