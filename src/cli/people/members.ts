import type { MemberRow } from '../../db/sql/people/memberships.js';
import type { Role } from '../../domain/vocabulary.js';
import { inviteMember } from '../../operations/people/invitations.js';
import { listMembers } from '../../operations/people/members.js';
import { everyRow } from '../every-page.js';
import { formatTable, printResult } from '../output.js';
import { actFor, withServices } from '../with-services.js';
import { chooseOrganisation } from './organisations.js';

export interface InviteOptions {
  readonly organisation?: string;
  readonly role: Role;
  readonly mail: boolean;
  readonly json: boolean;
}

/** For an organisation that has nobody who could: one made at the command line, or whose owners have lost access. */
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
    const use = mail ? 'It has been mailed as well' : 'Give it to nobody else';
    const text = `${link}\n\nWhoever opens it as ${invitation.email} becomes ${role} of ${name}. ${use}; it is good once, until ${expiresAt.toISOString()}.`;
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
    printResult(json, all.map(describe), formatTable(header, rows));
  });
}

function describe(member: MemberRow) {
  const { person_id: personId, email, name, role } = member;
  return { person_id: personId, email, name, role, joined_at: joinedAt(member) };
}

function joinedAt({ created_at: createdAt }: MemberRow): string {
  return new Date(createdAt).toISOString();
}
