import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Person, Visitor } from '../../../src/domain/context.js';
import type { Role } from '../../../src/domain/vocabulary.js';
import type { Context } from '../../../src/operations/context.js';
import {
  type Accepted,
  type AcceptInvitationInput,
  acceptInvitation,
} from '../../../src/operations/people/accept-invitation.js';
import { inviteMember, listInvitations } from '../../../src/operations/people/invitations.js';
import { listMembers } from '../../../src/operations/people/members.js';
import { findPersonSession, signIn } from '../../../src/operations/people/sign-in.js';
import { signUp, verifyEmail } from '../../../src/operations/people/sign-up.js';
import { ADDRESS, auditOf, join, mailsTo, newMember, newPerson, tokenOf } from '../../support/people/members.js';
import { newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const DEVICE = { address: ADDRESS };
const PASSWORD = 'a password that is long enough';
const OVER = { kind: 'invalid', code: 'invitation_over' };

const services = useServices();
let organisationId: string;
let owner: Context;
let counted: string[];

beforeEach(async () => {
  organisationId = (await newOrganisation(services)).caller.organisationId;
  owner = (await newMember(services, organisationId, 'owner')).context;
  counted = [];
});

let places = 0;
const newAddress = () => `accepting-${++places}@example.org`;

async function invite(email: string, role: Role = 'operator'): Promise<string> {
  return tokenOf((await inviteMember(owner, { email, role }, { mailed: false })).link);
}

function accept(input: AcceptInvitationInput, person: Person | null = null, by = services) {
  const visitor: Visitor = { address: ADDRESS, person };
  return acceptInvitation(by, visitor, input, async (email) => void counted.push(email));
}

async function roles(): Promise<Record<string, Role>> {
  const { nodes } = await listMembers(owner, { first: 100 });
  return Object.fromEntries(nodes.map(({ email, role }) => [email, role]));
}

const invitations = async () => (await listInvitations(owner, { first: 100 })).nodes;

const sessionOf = (accepted: Accepted) => ('token' in accepted ? accepted.token : '');

describe('somebody without an account', () => {
  it('gets one that is verified, is a member, and has signed in', async () => {
    const email = newAddress();
    const token = await invite(email);
    const accepted = await accept({ token, name: 'Ada', password: PASSWORD });
    const { person, organisation } = accepted;
    expect(person).toMatchObject({ email, name: 'Ada' });
    expect(organisation.id).toBe(organisationId);
    expect(await findPersonSession(services, sessionOf(accepted), organisationId)).toMatchObject({
      email,
      role: 'operator',
    });
    expect((await signIn(services, DEVICE, { email, password: PASSWORD })).person.id).toBe(person.id);
    expect(await invitations()).toEqual([]);
    const by = { actor_kind: 'person', actor_name: email, address: ADDRESS };
    expect((await auditOf(services, organisationId)).at(-1)).toEqual({
      ...by,
      action: 'member.joined',
      subject_id: person.id,
      before: null,
      after: { email, role: 'operator' },
    });
    expect(counted).toEqual([]);
  });

  it('gets one also where strangers may not sign up', async () => {
    const closed = withGateways(services, { gateways: [], policy: { signUp: 'invited' } });
    const email = newAddress();
    const token = await invite(email);
    await expect(signUp(closed, { email, name: 'Ada', password: PASSWORD })).rejects.toMatchObject({
      code: 'sign_up_closed',
    });
    await expect(accept({ token, name: 'Ada', password: PASSWORD }, null, closed)).resolves.toBeDefined();
  });

  it('needs a name and a password, and can try again when they do not do', async () => {
    const token = await invite(newAddress());
    await expect(accept({ token })).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ path: ['name'] }, { path: ['password'] }],
    });
    await expect(accept({ token, name: 'Ada', password: 'short' })).rejects.toMatchObject({
      fields: [{ path: ['password'] }],
    });
    await expect(accept({ token, name: 'Ada', password: PASSWORD })).resolves.toBeDefined();
  });

  it('is one person with one session, however often the link is used at once', async () => {
    const email = newAddress();
    const token = await invite(email);
    const calls = Array.from({ length: 6 }, (_, index) => accept({ token, name: `Ada ${index}`, password: PASSWORD }));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes.filter((one) => one.status === 'rejected')) {
      expect(outcome.reason).toMatchObject(OVER);
    }
    const rows = await services.sql(
      `SELECT (SELECT count(*)::int FROM memberships WHERE person_id = p.id) AS memberships,
              (SELECT count(*)::int FROM person_sessions WHERE person_id = p.id) AS sessions
       FROM people p WHERE email = $1`,
      [email],
    );
    expect(rows).toEqual([{ memberships: 1, sessions: 1 }]);
    const joined = (await auditOf(services, organisationId)).filter(({ action }) => action === 'member.joined');
    expect(joined).toHaveLength(1);
  });
});

describe('an address that somebody else has begun to sign up with', () => {
  it('belongs to whoever accepts, and the pending code is of no use any more', async () => {
    const email = newAddress();
    const challenge = await signUp(services, { email, name: 'Mallory', password: 'the password of Mallory' });
    const code = /\d{6}/.exec((await mailsTo(services, email))[0]?.subject ?? '')?.[0] ?? '';
    const { person } = await accept({ token: await invite(email), name: 'Ada', password: PASSWORD });
    await expect(verifyEmail(services, DEVICE, { challenge, code })).rejects.toMatchObject({ code: 'invalid_code' });
    await expect(signIn(services, DEVICE, { email, password: 'the password of Mallory' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect((await signIn(services, DEVICE, { email, password: PASSWORD })).person).toMatchObject({
      id: person.id,
      name: 'Ada',
    });
    const rows = await services.sql('SELECT 1 FROM one_time_codes WHERE person_id = $1', [person.id]);
    expect(rows).toEqual([]);
  });

  it('has one owner when code and invitation are used at the same moment', async () => {
    const email = newAddress();
    const signedUp = { email, name: 'Ada', password: 'the password of the sign-up' };
    const challenge = await signUp(services, signedUp);
    const code = /\d{6}/.exec((await mailsTo(services, email))[0]?.subject ?? '')?.[0] ?? '';
    const token = await invite(email);
    const [verified, accepted] = await Promise.allSettled([
      verifyEmail(services, DEVICE, { challenge, code }),
      accept({ token, name: 'Ada', password: PASSWORD }),
    ]);
    expect([verified.status, accepted.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const password = accepted.status === 'fulfilled' ? PASSWORD : signedUp.password;
    await expect(signIn(services, DEVICE, { email, password })).resolves.toBeDefined();
    expect(Object.keys(await roles()).includes(email)).toBe(accepted.status === 'fulfilled');
    // Who came second keeps the link, for the account that there is now.
    expect(await invitations()).toHaveLength(accepted.status === 'fulfilled' ? 0 : 1);
  });
});

describe('somebody with an account', () => {
  it('joins as it when they have signed in, and stays in the session they have', async () => {
    const person = await newPerson(services);
    const token = await invite(person.email, 'admin');
    const accepted = await accept({ token }, person);
    expect([accepted.person.id, sessionOf(accepted)]).toEqual([person.id, '']);
    expect(await roles()).toMatchObject({ [person.email]: 'admin' });
    await expect(accept({ token }, person)).rejects.toMatchObject(OVER);
  });

  it('is told to sign out when they have signed in as somebody else, account or not', async () => {
    const [invited, other] = [await newPerson(services), await newPerson(services)];
    for (const email of [invited.email, newAddress()]) {
      const token = await invite(email);
      await expect(accept({ token, name: 'Ada', password: PASSWORD }, other)).rejects.toMatchObject({
        kind: 'conflict',
        code: 'wrong_person',
        message: expect.stringContaining('sign out'),
      });
    }
    expect(Object.keys(await roles())).toHaveLength(1);
    expect(await invitations()).toHaveLength(2);
  });

  it('joins with its password, and is signed in; every try is counted before it is looked at', async () => {
    const email = newAddress();
    const { id } = await newPerson(services, { email, password: PASSWORD });
    const token = await invite(email);
    await expect(accept({ token })).rejects.toMatchObject({ fields: [{ path: ['password'], code: 'required' }] });
    expect(counted).toEqual([]);
    await expect(accept({ token, password: 'a wrong password' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    const accepted = await accept({ token, password: PASSWORD });
    expect(accepted.person.id).toBe(id);
    expect(await findPersonSession(services, sessionOf(accepted), organisationId)).toMatchObject({ role: 'operator' });
    expect(counted).toEqual([email, email]);
  });

  it('keeps its name and its password whatever else is given', async () => {
    const email = newAddress();
    const { id } = await newPerson(services, { email, password: PASSWORD });
    const { person } = await accept({ token: await invite(email), name: 'Mallory', password: PASSWORD });
    expect(person).toMatchObject({ id, name: 'A person' });
  });

  it('keeps the role of a member who was made one by other means', async () => {
    const person = await newPerson(services);
    const token = await invite(person.email, 'viewer');
    await join(services, organisationId, person, 'admin');
    await accept({ token }, person);
    expect(await roles()).toMatchObject({ [person.email]: 'admin' });
  });
});

describe('an invitation that is over', () => {
  it.each([
    ['expired', `UPDATE invitations SET expires_at = now() - interval '1 second' WHERE organisation_id = $1`],
    ['revoked', 'DELETE FROM invitations WHERE organisation_id = $1'],
  ])('is of no use to anybody when it is %s', async (_, statement) => {
    const email = newAddress();
    const token = await invite(email);
    await services.sql(statement, [organisationId]);
    await expect(accept({ token, name: 'Ada', password: PASSWORD })).rejects.toMatchObject(OVER);
    await expect(signIn(services, DEVICE, { email, password: PASSWORD })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('is like one that never was, even to somebody who has signed in as another', async () => {
    await expect(accept({ token: 'never was' }, await newPerson(services))).rejects.toMatchObject(OVER);
  });
});
