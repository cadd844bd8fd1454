import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../src/domain/limits.js';
import { ROLES, type Role } from '../../../src/domain/vocabulary.js';
import type { Context } from '../../../src/operations/context.js';
import {
  findOpenInvitation,
  inviteMember,
  listInvitations,
  revokeInvitation,
} from '../../../src/operations/people/invitations.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { auditOf, mailsTo, newMember, newPerson, tokenMailedTo } from '../../support/people/members.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();
let organisationId: string;
let owner: Context;

beforeEach(async () => {
  organisationId = (await newOrganisation(services, 'Acme')).caller.organisationId;
  owner = (await newMember(services, organisationId, 'owner')).context;
});

let places = 0;
const newAddress = () => `invited-${++places}@example.org`;
const mailed = { mailed: true };
const invite = (email: string, role: Role = 'developer', by = owner) => inviteMember(by, { email, role }, mailed);

async function expire(email: string, days = 0): Promise<void> {
  await services.sql(
    `UPDATE invitations SET expires_at = now() - make_interval(days => $2, secs => 1) WHERE email = $1`,
    [email, days],
  );
}

describe('an invitation', () => {
  it('is mailed to its address as a link, of which the database holds a hash alone', async () => {
    const { invitation } = await invite(' New.Person@Example.org ', 'operator');
    expect(invitation).toMatchObject({
      email: 'new.person@example.org',
      role: 'operator',
      invited_by: owner.caller.actor.name,
      expired: false,
    });
    const days = (new Date(invitation.expires_at).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(LIMITS.invitationDays - 0.01);
    expect(days).toBeLessThanOrEqual(LIMITS.invitationDays);

    const [mail, ...others] = await mailsTo(services, 'new.person@example.org');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'You are invited to an organisation on Postrider',
      text: expect.stringMatching(/ join Acme on Postrider .*https:\/\/sms\.example\.org\/invitation#token=/s),
    });
    expect(services.wakeUps).toContainEqual({ job: 'mails' });
    const token = await tokenMailedTo(services, 'new.person@example.org');
    const rows = await services.sql('SELECT row_to_json(i)::text AS row FROM invitations i WHERE email = $1', [
      'new.person@example.org',
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain(token);
    expect(rows[0].row).not.toContain(Buffer.from(token).toString('hex'));
    expect(await findOpenInvitation(services, token)).toMatchObject({
      organisation_name: 'Acme',
      email: 'new.person@example.org',
      role: 'operator',
      invited_by: owner.caller.actor.name,
      has_account: false,
    });
  });

  it('sends no mail when it is made for somebody who hands over the link', async () => {
    const email = newAddress();
    const { link } = await inviteMember(owner, { email, role: 'viewer' }, { mailed: false });
    expect(link).toMatch(/^https:\/\/sms\.example\.org\/invitation#token=[\w-]{43}$/);
    expect(await mailsTo(services, email)).toEqual([]);
  });

  it('tells whoever has the link whether there is an account', async () => {
    const { email } = await newPerson(services);
    await invite(email);
    expect(await findOpenInvitation(services, await tokenMailedTo(services, email))).toMatchObject({
      has_account: true,
    });
  });

  it('replaces the one before: its link is void, and the role and the time are those of the last', async () => {
    const email = newAddress();
    const first = await invite(email, 'admin');
    const old = await tokenMailedTo(services, email);
    await expire(email);
    const second = await invite(email, 'viewer');
    expect(second.invitation).toMatchObject({ id: first.invitation.id, role: 'viewer', expired: false });
    expect(await findOpenInvitation(services, old)).toBeNull();
    expect(await findOpenInvitation(services, await tokenMailedTo(services, email))).toMatchObject({ role: 'viewer' });
    expect((await listInvitations(owner, { first: 10 })).nodes).toEqual([second.invitation]);
  });

  it('is one for an address, however many are made at once', async () => {
    const email = newAddress();
    await Promise.all(Array.from({ length: 8 }, () => invite(email)));
    const tokens = (await mailsTo(services, email)).map(({ text }) => text.split('#token=')[1]?.slice(0, 43) ?? '');
    expect(new Set(tokens).size).toBe(8);
    const open = await Promise.all(tokens.map((token) => findOpenInvitation(services, token)));
    expect(open.filter((one) => one !== null)).toHaveLength(1);
  });

  it('is refused to members, and for what is no address', async () => {
    const { person } = await newMember(services, organisationId, 'viewer');
    await expect(invite(person.email.toUpperCase())).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ path: ['email'], code: 'already_member' }],
    });
    await expect(invite('nobody')).rejects.toMatchObject({ fields: [{ path: ['email'], code: 'invalid' }] });
    expect(await mailsTo(services, person.email)).toEqual([]);
  });

  it('is possible for a member of another organisation', async () => {
    const { person } = await newMember(services, (await newOrganisation(services)).caller.organisationId, 'viewer');
    await expect(invite(person.email)).resolves.toMatchObject({ invitation: { email: person.email } });
  });

  it('is refused when members and open invitations fill the organisation', async () => {
    await services.sql(
      `INSERT INTO invitations (organisation_id, id, email, role, token_hash, invited_by, expires_at)
       SELECT $1, gen_random_uuid(), 'seat-' || n || '@example.org', 'viewer', '\\x00', 'x', now() + interval '1 day'
       FROM generate_series(1, $2) n`,
      [organisationId, LIMITS.membersPerOrganisation - 2],
    );
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => invite(newAddress())));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(invite(newAddress())).rejects.toMatchObject({ kind: 'conflict', code: 'too_many' });
    // Neither the same address again nor one whose time is over needs another place.
    await expect(invite('seat-1@example.org')).resolves.toBeDefined();
    await expire('seat-2@example.org');
    await expect(invite(newAddress())).resolves.toBeDefined();
  });

  it('leaves an entry in the audit log, and so does taking it back', async () => {
    const email = newAddress();
    const { invitation } = await invite(email, 'admin');
    await invite(email, 'viewer');
    await revokeInvitation(owner, { invitationId: invitation.id });
    const by = { actor_kind: 'person', actor_name: owner.caller.actor.name, address: owner.caller.address };
    const about = { ...by, subject_id: invitation.id };
    expect(await auditOf(services, organisationId)).toEqual([
      { ...about, action: 'invitation.created', before: null, after: { email, role: 'admin' } },
      { ...about, action: 'invitation.created', before: { email, role: 'admin' }, after: { email, role: 'viewer' } },
      { ...about, action: 'invitation.revoked', before: { email, role: 'viewer' }, after: null },
    ]);
  });
});

describe('who invites', () => {
  it.each(ROLES)('an admin gives the role %s only when it is not above their own', async (role) => {
    const admin = (await newMember(services, organisationId, 'admin')).context;
    const given = invite(newAddress(), role, admin).then(
      () => true,
      () => false,
    );
    expect(await given).toBe(role !== 'owner');
  });

  it('cannot replace or revoke an invitation to a role above their own', async () => {
    const admin = (await newMember(services, organisationId, 'admin')).context;
    const email = newAddress();
    const { invitation } = await invite(email, 'owner');
    await expect(invite(email, 'viewer', admin)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(revokeInvitation(admin, { invitationId: invitation.id })).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await findOpenInvitation(services, await tokenMailedTo(services, email))).toMatchObject({ role: 'owner' });
  });

  it('must have the right at that moment, whatever the process remembers of them', async () => {
    const { person, context } = await newMember(services, organisationId, 'admin');
    await services.sql(`UPDATE memberships SET role = 'developer' WHERE person_id = $1`, [person.id]);
    await expect(invite(newAddress(), 'viewer', context)).rejects.toMatchObject({ kind: 'forbidden' });
    await services.sql('DELETE FROM memberships WHERE person_id = $1', [person.id]);
    await expect(invite(newAddress(), 'viewer', context)).rejects.toMatchObject({ code: 'not_a_member' });
  });
});

describe('an invitation that is taken back', () => {
  it('is void at once', async () => {
    const email = newAddress();
    const { invitation } = await invite(email);
    await revokeInvitation(owner, { invitationId: invitation.id });
    expect(await findOpenInvitation(services, await tokenMailedTo(services, email))).toBeNull();
    expect((await listInvitations(owner, { first: 10 })).nodes).toEqual([]);
  });

  it('must be one of the organisation', async () => {
    const { invitation } = await invite(newAddress());
    const foreign = (await newOrganisation(services)).caller.organisationId;
    const stranger = (await newMember(services, foreign, 'owner')).context;
    for (const invitationId of [invitation.id, randomUUID()]) {
      await expect(revokeInvitation(stranger, { invitationId })).rejects.toMatchObject({ kind: 'not_found' });
    }
  });
});

describe('the list of invitations', () => {
  it('shows those that have expired as such, page by page', async () => {
    const emails = [newAddress(), newAddress(), newAddress()];
    for (const email of emails) await invite(email);
    await expire(emails[1] ?? '');
    const first = await listInvitations(owner, { first: 2 });
    const second = await listInvitations(owner, { first: 2, after: first.cursorOf(first.nodes[1] as never) });
    expect([...first.nodes, ...second.nodes].map(({ email, expired }) => [email, expired])).toEqual([
      [emails[0], false],
      [emails[1], true],
      [emails[2], false],
    ]);
    expect((await first.count()).counted).toBe(3);
    expect([first.hasNextPage, second.hasNextPage]).toEqual([true, false]);
  });

  it('forgets an address some time after the link has expired', async () => {
    const emails = [newAddress(), newAddress()];
    for (const email of emails) await invite(email);
    await expire(emails[0] ?? '', LIMITS.expiredInvitationDays);
    await expire(emails[1] ?? '', LIMITS.expiredInvitationDays - 1);
    await runHousekeeping(services);
    expect((await listInvitations(owner, { first: 10 })).nodes.map(({ email }) => email)).toEqual([emails[1]]);
  });
});
