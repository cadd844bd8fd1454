import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Answer, useApi } from '../http/start-api.js';
import { newPerson, tokenMailedTo } from '../support/people/members.js';

const api = useApi();
const COOKIE = '__Host-postrider_session';
const PASSWORD = 'a password that is long enough';

/** A browser: it keeps the cookie that it is given, and sends it with every call. */
class Browser {
  cookie: string | null = null;

  async ask(query: string, variables: object = {}, organisationId?: string): Promise<Answer> {
    const headers = {
      'content-type': 'application/json',
      ...(this.cookie && { cookie: this.cookie }),
      ...(organisationId && { 'x-organisation-id': organisationId }),
    };
    const answer = await api.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    const set = answer.headers.get('set-cookie');
    if (set) this.cookie = set.startsWith(`${COOKIE}=;`) ? null : (set.split(';')[0] ?? null);
    return answer;
  }
}

async function browserOf(email: string): Promise<Browser> {
  const { token } = await newPerson(api.services, { email, password: PASSWORD });
  const browser = new Browser();
  browser.cookie = `${COOKIE}=${token}`;
  return browser;
}

async function founderOf(name: string, email: string): Promise<{ browser: Browser; organisationId: string }> {
  const browser = await browserOf(email);
  const answer = await browser.ask(CREATE, { input: { name } });
  return { browser, organisationId: answer.body.data.createOrganisation.organisation.id };
}

const ERRORS = 'userErrors { code path }';
const CREATE = `mutation ($input: CreateOrganisationInput!) {
  createOrganisation(input: $input) { organisation { id name } ${ERRORS} } }`;
const INVITE = `mutation ($input: InviteMemberInput!) {
  inviteMember(input: $input) { invitation { id email role expired } ${ERRORS} } }`;
const LOOK = `query ($token: String!) {
  invitation(token: $token) { organisationName email role invitedBy hasAccount } }`;
const ACCEPT = `mutation ($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) { person { id email } organisation { id } ${ERRORS} } }`;
const CHANGE = `mutation ($input: ChangeMemberRoleInput!) {
  changeMemberRole(input: $input) { member { person { email } role } ${ERRORS} } }`;
const REMOVE = `mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { role } ${ERRORS} } }`;
const LEAVE = `mutation ($input: LeaveOrganisationInput!) { leaveOrganisation(input: $input) { left ${ERRORS} } }`;
const MEMBERS = '{ members(first: 10) { totalCount nodes { person { email } role } } }';
const INVITATIONS = '{ invitations(first: 10) { nodes { email } } }';

describe('two organisations', () => {
  it('fill with people who are invited, and see nothing of each other', async () => {
    const amber = await founderOf('Amber', 'ada@amber.example');
    const birch = await founderOf('Birch', 'bob@birch.example');

    const input = { email: 'cleo@amber.example', role: 'ADMIN' };
    const invited = await amber.browser.ask(INVITE, { input }, amber.organisationId);
    expect(invited.body.data.inviteMember).toMatchObject({
      invitation: { email: input.email, role: 'ADMIN', expired: false },
      userErrors: [],
    });
    const token = await tokenMailedTo(api.services, input.email);
    expect(invited.text).not.toContain(token);

    const cleo = new Browser();
    expect((await cleo.ask(LOOK, { token })).body.data.invitation).toEqual({
      organisationName: 'Amber',
      email: input.email,
      role: 'ADMIN',
      invitedBy: 'ada@amber.example',
      hasAccount: false,
    });
    const accepted = await cleo.ask(ACCEPT, { input: { token, name: 'Cleo', password: PASSWORD } });
    expect(accepted.body.data.acceptInvitation).toMatchObject({
      person: { email: input.email },
      organisation: { id: amber.organisationId },
      userErrors: [],
    });
    expect(accepted.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
    expect((await cleo.ask(LOOK, { token })).body.data.invitation).toBeNull();
    expect((await cleo.ask(MEMBERS, {}, amber.organisationId)).body.data.members).toEqual({
      totalCount: 2,
      nodes: [
        { person: { email: 'ada@amber.example' }, role: 'OWNER' },
        { person: { email: input.email }, role: 'ADMIN' },
      ],
    });

    const refusals = await Promise.all(
      [birch.organisationId, randomUUID()].map((id) => cleo.ask(MEMBERS, {}, id).then(withoutRequestId)),
    );
    expect(refusals[0]).toMatchObject({ status: 403, errors: [{ extensions: { code: 'NOT_A_MEMBER' } }] });
    expect(refusals[0]).toEqual(refusals[1]);
    expect((await birch.browser.ask(MEMBERS, {}, birch.organisationId)).body.data.members.totalCount).toBe(1);
    expect((await birch.browser.ask(INVITATIONS, {}, birch.organisationId)).body.data.invitations.nodes).toEqual([]);

    const personId = accepted.body.data.acceptInvitation.person.id;
    const foreign = await birch.browser.ask(REMOVE, { input: { personId } }, birch.organisationId);
    expect(foreign.body.data.removeMember).toEqual({ member: null, userErrors: [{ code: 'NOT_FOUND', path: [] }] });

    const up = await cleo.ask(CHANGE, { input: { personId, role: 'OWNER' } }, amber.organisationId);
    expect(up.body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const left = { input: { organisationId: amber.organisationId } };
    const lastOwner = await amber.browser.ask(LEAVE, left, amber.organisationId);
    expect(lastOwner.body.data.leaveOrganisation).toEqual({
      left: false,
      userErrors: [{ code: 'LAST_OWNER', path: [] }],
    });
    expect((await cleo.ask(LEAVE, left, amber.organisationId)).body.data.leaveOrganisation.left).toBe(true);
    const members = (await amber.browser.ask(MEMBERS, {}, amber.organisationId)).body.data.members;
    expect(members.totalCount).toBe(1);
  });
});

describe('an invitation', () => {
  it('is accepted in the session that there is, and only by whom it is for', async () => {
    const { browser: owner, organisationId } = await founderOf('Cedar', 'ada@cedar.example');
    const [dora, erik] = [await browserOf('dora@cedar.example'), await browserOf('erik@cedar.example')];
    await owner.ask(INVITE, { input: { email: 'Dora@cedar.example', role: 'VIEWER' } }, organisationId);
    const input = { token: await tokenMailedTo(api.services, 'dora@cedar.example') };
    const wrong = (await erik.ask(ACCEPT, { input })).body.data.acceptInvitation;
    expect(wrong).toEqual({ person: null, organisation: null, userErrors: [{ code: 'WRONG_PERSON', path: [] }] });
    const stranger = (await new Browser().ask(ACCEPT, { input })).body.data.acceptInvitation;
    expect(stranger.userErrors).toEqual([{ code: 'REQUIRED', path: ['password'] }]);
    const right = await dora.ask(ACCEPT, { input });
    expect(right.body.data.acceptInvitation).toMatchObject({ organisation: { id: organisationId }, userErrors: [] });
    expect(right.headers.get('set-cookie')).toBeNull();
    const again = (await dora.ask(ACCEPT, { input })).body.data.acceptInvitation;
    expect(again.userErrors).toEqual([{ code: 'INVITATION_OVER', path: [] }]);
  });

  it('is mailed so often an hour and no more, and to one address so often a day', async () => {
    const { browser: owner, organisationId } = await founderOf('Dogwood', 'ada@dogwood.example');
    const invite = async (email: string) => {
      const { body } = await owner.ask(INVITE, { input: { email, role: 'VIEWER' } }, organisationId);
      return body.errors?.[0]?.extensions.code ?? 'INVITED';
    };
    const outcomes = [];
    for (let sent = 0; sent < 6; sent += 1) outcomes.push(await invite('fay@dogwood.example'));
    expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 'INVITED'), 'THROTTLED']);
    const others = await Promise.all(Array.from({ length: 60 }, (_, place) => invite(`p${place}@dogwood.example`)));
    expect(others.filter((outcome) => outcome === 'INVITED')).toHaveLength(54);
    expect(others.filter((outcome) => outcome === 'THROTTLED')).toHaveLength(6);
    const [mails] = await api.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM invitations WHERE organisation_id = $1',
      [organisationId],
    );
    expect(mails?.count).toBe(55);
  });

  it('of an account is no way around the limit of tries at its password', async () => {
    const { browser: owner, organisationId } = await founderOf('Elm', 'ada@elm.example');
    await browserOf('gus@elm.example');
    await owner.ask(INVITE, { input: { email: 'gus@elm.example', role: 'VIEWER' } }, organisationId);
    const input = { token: await tokenMailedTo(api.services, 'gus@elm.example'), password: 'a wrong password' };
    const guess = async () => {
      const { body } = await new Browser().ask(ACCEPT, { input });
      return body.errors?.[0]?.extensions.code ?? body.data.acceptInvitation.userErrors[0].code;
    };
    expect(await guess()).toBe('INVALID_CREDENTIALS');
    // As after 8 of the 10 tries: each takes a processor for a while.
    await api.sql(`UPDATE account_tries SET points = 8 WHERE points = 1 AND key LIKE 'sign_in_together:%'`);
    const codes = [await guess(), await guess(), await guess()];
    expect(codes).toEqual(['INVALID_CREDENTIALS', 'INVALID_CREDENTIALS', 'THROTTLED']);
  });
});

describe('an API key', () => {
  it('makes no organisation, leaves none, and changes no members', async () => {
    const customer = await api.customer();
    const { organisationId } = customer;
    for (const [query, input] of [
      [CREATE, { name: 'Other' }],
      [LEAVE, { organisationId }],
      // More often than one address may be invited: a refused call uses up nothing of that.
      ...Array.from({ length: 6 }, () => [INVITE, { email: 'hal@fir.example', role: 'VIEWER' }] as const),
      [CHANGE, { personId: randomUUID(), role: 'VIEWER' }],
      [REMOVE, { personId: randomUUID() }],
    ] as const) {
      const { body } = await customer.graphql(query, { input });
      expect(body.errors).toMatchObject([{ extensions: { code: 'NOT_A_PERSON' } }]);
    }
  });
});

function withoutRequestId({ status, body }: Answer): object {
  const { requestId: _, ...extensions } = body.extensions ?? {};
  return { status, ...body, extensions };
}
