import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Authenticator, createAuthenticator } from '../../../src/api/guard/authenticate.js';
import { mayGrant, ROLE_SCOPES } from '../../../src/domain/people/roles.js';
import { ROLES, type Role } from '../../../src/domain/vocabulary.js';
import type { Context } from '../../../src/operations/context.js';
import {
  changeMemberRole,
  leaveOrganisation,
  listMembers,
  removeMember,
} from '../../../src/operations/people/members.js';
import { ADDRESS, auditOf, newMember } from '../../support/people/members.js';
import { newOrganisation, onBehalfOf } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const LAST_OWNER = { kind: 'conflict', code: 'last_owner' };
const FORBIDDEN = { kind: 'forbidden', code: 'forbidden' };

const services = useServices();
let organisationId: string;

beforeEach(async () => {
  organisationId = (await newOrganisation(services)).caller.organisationId;
});

const member = (role: Role) => newMember(services, organisationId, role);
const key = (): Context => onBehalfOf(services, organisationId);

async function roles(): Promise<Record<string, Role>> {
  const { nodes } = await listMembers(key(), { first: 100 });
  return Object.fromEntries(nodes.map(({ person_id: id, role }) => [id, role]));
}

const owners = async () => Object.values(await roles()).filter((role) => role === 'owner').length;

describe('the list of members', () => {
  it('is in the order of joining, page by page in both directions', async () => {
    const ids: string[] = [];
    for (const role of ROLES) ids.push((await member(role)).person.id);
    // Several may join at the same moment.
    await services.sql('UPDATE memberships SET created_at = now() WHERE organisation_id = $1', [organisationId]);
    const first = await listMembers(key(), { first: 3 });
    const rest = await listMembers(key(), { first: 3, after: first.cursorOf(first.nodes[2] as never) });
    const back = await listMembers(key(), { last: 3, before: rest.cursorOf(rest.nodes[0] as never) });
    expect([...first.nodes, ...rest.nodes].map(({ person_id: id }) => id)).toEqual(ids);
    expect(back.nodes).toEqual(first.nodes);
    expect([first.hasNextPage, rest.hasNextPage, (await first.count()).counted]).toEqual([true, false, ids.length]);
  });
});

describe('roles are', () => {
  it.each(['owner', 'admin'] as const)('neither given nor changed nor taken away above %s', async (own) => {
    const { context } = await member(own);
    // Somebody else keeps the organisation.
    await member('owner');
    for (const [role, wanted] of ROLES.flatMap((one) => ROLES.map((other) => [one, other] as const))) {
      const { id: personId } = (await member(role)).person;
      const [mayTouch, mayGive] = [mayGrant(own, role), mayGrant(own, wanted)];
      const changed = await outcomeOf(changeMemberRole(context, { personId, role: wanted }));
      expect([role, wanted, changed]).toEqual([role, wanted, mayTouch && mayGive ? 'done' : 'forbidden']);
      const now = mayTouch && mayGive ? wanted : role;
      expect((await roles())[personId]).toBe(now);
      const removed = await outcomeOf(removeMember(context, { personId }));
      expect([role, wanted, removed]).toEqual([role, wanted, mayGrant(own, now) ? 'done' : 'forbidden']);
      expect(personId in (await roles())).toBe(!mayGrant(own, now));
    }
  });

  it('not changed by those who have none for it any more, whatever the process remembers', async () => {
    const [owner, other, viewer] = [await member('owner'), await member('owner'), await member('viewer')];
    await changeMemberRole(owner.context, { personId: other.person.id, role: 'operator' });
    const { id: personId } = viewer.person;
    await expect(changeMemberRole(other.context, { personId, role: 'owner' })).rejects.toMatchObject(FORBIDDEN);
    await removeMember(owner.context, { personId: other.person.id });
    await expect(removeMember(other.context, { personId })).rejects.toMatchObject({ code: 'not_a_member' });
  });
});

describe('the last owner', () => {
  it('is neither demoted nor removed, and does not leave', async () => {
    const { person, context } = await member('owner');
    await member('admin');
    const { id: personId } = person;
    await expect(changeMemberRole(context, { personId, role: 'admin' })).rejects.toMatchObject(LAST_OWNER);
    await expect(removeMember(context, { personId })).rejects.toMatchObject(LAST_OWNER);
    await expect(leaveOrganisation(context, { organisationId })).rejects.toMatchObject(LAST_OWNER);
    await expect(changeMemberRole(context, { personId, role: 'owner' })).resolves.toMatchObject({ role: 'owner' });
    expect(await owners()).toBe(1);
    await member('owner');
    await leaveOrganisation(context, { organisationId });
    expect(await owners()).toBe(1);
  });

  it.each<[string, (by: Context, id: string, other: string) => Promise<unknown>]>([
    ['demote each other', (by, _, other) => changeMemberRole(by, { personId: other, role: 'viewer' })],
    ['remove each other', (by, _, other) => removeMember(by, { personId: other })],
    ['demote themselves', (by, id) => changeMemberRole(by, { personId: id, role: 'viewer' })],
    ['leave', (by) => leaveOrganisation(by, { organisationId: by.caller.organisationId })],
  ])('stays when two owners %s at once', async (_, act) => {
    for (let round = 0; round < 5; round += 1) {
      organisationId = (await newOrganisation(services)).caller.organisationId;
      const [one, two] = [await member('owner'), await member('owner')];
      const outcomes = await Promise.allSettled([
        act(one.context, one.person.id, two.person.id),
        act(two.context, two.person.id, one.person.id),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await owners()).toBe(1);
    }
  });
});

describe('leaving', () => {
  it.each(ROLES)('is open to the role %s, and to people alone', async (role) => {
    await member('owner');
    const { person, context } = await member(role);
    await expect(leaveOrganisation(context, { organisationId: randomUUID() })).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ path: ['organisationId'] }],
    });
    await leaveOrganisation(context, { organisationId: organisationId.toUpperCase() });
    expect(person.id in (await roles())).toBe(false);
    await expect(leaveOrganisation(context, { organisationId })).rejects.toMatchObject({ code: 'not_a_member' });
    await expect(leaveOrganisation(key(), { organisationId })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'not_a_person',
    });
  });
});

describe('the audit log', () => {
  it('says who changed what, and nothing where nothing was changed', async () => {
    const owner = await member('owner');
    const [ada, bob] = [await member('viewer'), await member('operator')];
    await changeMemberRole(owner.context, { personId: ada.person.id, role: 'viewer' });
    await changeMemberRole(owner.context, { personId: ada.person.id, role: 'admin' });
    await removeMember(ada.context, { personId: owner.person.id }).catch(() => undefined);
    await removeMember(owner.context, { personId: ada.person.id });
    await leaveOrganisation(bob.context, { organisationId });
    const by = (name: string) => ({ actor_kind: 'person', actor_name: name, address: ADDRESS });
    const { email } = ada.person;
    expect(await auditOf(services, organisationId)).toEqual([
      {
        ...by(owner.person.email),
        action: 'member.role_changed',
        subject_id: ada.person.id,
        before: { email, role: 'viewer' },
        after: { email, role: 'admin' },
      },
      {
        ...by(owner.person.email),
        action: 'member.removed',
        subject_id: ada.person.id,
        before: { email, role: 'admin' },
        after: null,
      },
      {
        ...by(bob.person.email),
        action: 'member.left',
        subject_id: bob.person.id,
        before: { email: bob.person.email, role: 'operator' },
        after: null,
      },
    ]);
  });
});

describe('a process that has seen a member', () => {
  it('lets them do within five seconds what their new role does, and nothing when they are none any more', async () => {
    const owner = await member('owner');
    const [demoted, removed] = [await member('admin'), await member('admin')];
    const processes = [createAuthenticator(services), createAuthenticator(services)];
    const all = [demoted, removed].flatMap(({ person }) =>
      processes.map((process) => [process, person.token] as const),
    );
    for (const [process, token] of all) {
      expect(await scopesOf(process, token)).toEqual(ROLE_SCOPES.admin);
    }
    await changeMemberRole(owner.context, { personId: demoted.person.id, role: 'viewer' });
    await removeMember(owner.context, { personId: removed.person.id });
    // In force within five seconds: asked all the time, so that nothing can rest on having been forgotten in between.
    const expected = [ROLE_SCOPES.viewer, ROLE_SCOPES.viewer, 'not_a_member', 'not_a_member'];
    const seen = () => Promise.all(all.map(([process, token]) => scopesOf(process, token)));
    for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(100)) {
      if (JSON.stringify(await seen()) === JSON.stringify(expected)) break;
    }
    expect(await seen()).toEqual(expected);
  });
});

function scopesOf(process: Authenticator, sessionToken: string): Promise<unknown> {
  const credentials = { sessionToken, 'x-organisation-id': organisationId, address: ADDRESS };
  return process.authenticate(credentials).then(
    ({ scopes }) => scopes,
    (error: { code?: string }) => error.code,
  );
}

function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'failed',
  );
}
