import { beforeEach, describe, expect, it } from '@jest/globals';
import { ROLE_SCOPES } from '../../../src/domain/people/roles.js';
import { ROLES, type Role, SCOPES } from '../../../src/domain/vocabulary.js';
import type { Context } from '../../../src/operations/context.js';
import { type CreatedApiKey, createApiKey, rotateApiKey } from '../../../src/operations/people/api-keys.js';
import {
  findOpenInvitation,
  inviteMember,
  listInvitations,
  revokeInvitation,
} from '../../../src/operations/people/invitations.js';
import {
  changeMemberRole,
  leaveOrganisation,
  listMembers,
  removeMember,
} from '../../../src/operations/people/members.js';
import { operatorsKey, withKey } from '../../support/people/keys.js';
import { newMember, type TestPerson, tokenOf } from '../../support/people/members.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();
let organisationId: string;
let owner: Context;

beforeEach(async () => {
  organisationId = (await newOrganisation(services)).caller.organisationId;
  owner = (await newMember(services, organisationId, 'owner')).context;
});

type Member = Awaited<ReturnType<typeof newMember>>;
type Loss = (member: Member) => Promise<unknown>;

const LOSSES: readonly [how: string, loss: Loss][] = [
  ['is removed', ({ person }) => removeMember(owner, { personId: person.id })],
  ['leaves', ({ context }) => leaveOrganisation(context, { organisationId })],
  ['becomes a viewer', ({ person }) => changeMemberRole(owner, { personId: person.id, role: 'viewer' })],
];
const CASES = ROLES.flatMap((role) => LOSSES.map(([how, loss]) => ({ role, how, loss })));

const alike = { name: 'A key', mode: 'live' } as const;

/** Every kind of key that a member can have in hand: of their own, made or rotated by those, and from the operator. */
async function keysInHandOf({ context }: Member): Promise<CreatedApiKey[]> {
  const operators = await operatorsKey(services, organisationId, { scopes: SCOPES });
  const scopes = ROLE_SCOPES[context.caller.role as Role];
  if (!scopes.includes('keys:manage')) return [operators];
  const own = await createApiKey(services, { ...alike, scopes, by: context.caller });
  const { caller: ownKey } = await withKey(services, own);
  const second = await createApiKey(services, { ...alike, scopes, by: ownKey });
  const rotated = await rotateApiKey(services, { id: own.apiKey.id, by: ownKey });
  const { caller: operatorsKeyCaller } = await withKey(services, operators);
  const widest = await createApiKey(services, { ...alike, scopes: SCOPES, by: operatorsKeyCaller });
  return [operators, own, second, rotated, widest];
}

/** Each change of who belongs to the organisation that would bring somebody back, or keep others out. */
function attempts(by: Context, { id: personId, email }: TestPerson, other: string, invitationId: string) {
  return [
    ...ROLES.map((role) => () => inviteMember(by, { email, role }, { mailed: true })),
    ...ROLES.map((role) => () => inviteMember(by, { email: `second-${email}`, role }, { mailed: false })),
    ...ROLES.map((role) => () => changeMemberRole(by, { personId, role })),
    () => removeMember(by, { personId: other }),
    () => revokeInvitation(by, { invitationId }),
  ];
}

const roster = async () => [
  (await listMembers(owner, { first: 100 })).nodes,
  (await listInvitations(owner, { first: 100 })).nodes,
];

describe('an API key', () => {
  it.each(CASES)('is no way back for a member with the role $role who $how', async ({ role, loss }) => {
    const member = await newMember(services, organisationId, role);
    const other = (await newMember(services, organisationId, 'viewer')).person.id;
    const { invitation } = await inviteMember(owner, { email: 'new@example.org', role: 'viewer' }, { mailed: false });
    const keys = await keysInHandOf(member);
    await loss(member);
    const before = await roster();
    for (const key of keys) {
      for (const attempt of attempts(await withKey(services, key), member.person, other, invitation.id)) {
        await expect(attempt()).rejects.toMatchObject({ kind: 'forbidden', code: 'not_a_person' });
      }
    }
    expect(await roster()).toEqual(before);
  });

  it.each(['revoked', 'restricted', 'test'] as const)('changes no members either where it is %s', async (kind) => {
    const mode = kind === 'test' ? 'test' : 'live';
    const senderIds = kind === 'restricted' ? ['SHOP'] : null;
    const key = await withKey(
      services,
      await operatorsKey(services, organisationId, { mode, senderIds, scopes: SCOPES }),
    );
    if (kind === 'revoked') await services.sql('UPDATE api_keys SET revoked_at = now()');
    const { person } = await newMember(services, organisationId, 'viewer');
    const attempt = inviteMember(key, { email: `second-${person.email}`, role: 'viewer' }, { mailed: false });
    await expect(attempt).rejects.toMatchObject({ kind: 'forbidden', code: 'not_a_person' });
  });
});

describe('an open invitation', () => {
  it.each(CASES.filter(({ role }) => ROLE_SCOPES[role].includes('organisation:manage')))(
    'is no way back for a member with the role $role who $how, to whatever role it is',
    async ({ role, loss }) => {
      const member = await newMember(services, organisationId, role);
      const links = [];
      for (const [place, lesser] of ROLES.slice(ROLES.indexOf(role)).entries()) {
        const email = `${place}-${member.person.email}`;
        links.push((await inviteMember(member.context, { email, role: lesser }, { mailed: false })).link);
      }
      const { link: others } = await inviteMember(
        owner,
        { email: 'new@example.org', role: 'viewer' },
        { mailed: false },
      );
      await loss(member);
      const open = (link: string) => findOpenInvitation(services, tokenOf(link));
      expect(await Promise.all(links.map(open))).toEqual(links.map(() => null));
      expect(await open(others)).not.toBeNull();
    },
  );
});
