import type { Customer, TestApi } from '../../http/start-api.js';
import { join, newPerson } from './members.js';
import { fingerprint } from './two-organisations.js';

const INVITE = 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { userErrors { code } } }';
/** Mutations of a member, each with its input type. */
export const MEMBER_MUTATIONS: Readonly<Record<string, { type: string; more: object }>> = {
  changeMemberRole: { type: 'ChangeMemberRoleInput', more: { role: 'VIEWER' } },
  removeMember: { type: 'RemoveMemberInput', more: {} },
};

/** Changes a person here, in a new organisation, who is a member there too; answers where rows have changed. */
export async function changeInOne(
  api: TestApi,
  there: Customer,
  name: string,
): Promise<{ there: boolean; here: boolean }> {
  const here = await api.member('owner');
  const person = await newPerson(api.services);
  for (const { organisationId } of [here, there]) {
    await join(api.services, organisationId, person, 'admin');
    const cookie = `__Host-postrider_session=${person.token}`;
    const input = { email: `invited-by-${person.email}`, role: 'VIEWER' };
    await api.graphql(INVITE, { input }, { cookie, 'x-organisation-id': organisationId });
  }
  const prints = () => Promise.all([there, here].map(({ organisationId }) => fingerprint(api, organisationId)));
  const before = await prints();
  const { type, more } = MEMBER_MUTATIONS[name] ?? { type: '', more: {} };
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { userErrors { code } } }`;
  await here.graphql(query, { input: { personId: person.id, ...more } });
  const after = await prints();
  return { there: after[0] !== before[0], here: after[1] !== before[1] };
}
