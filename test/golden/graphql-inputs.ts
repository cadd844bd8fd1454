import { hashPassword } from '../../src/lib/password-hash.js';
import { findSetUpLink } from '../../src/operations/people/set-up.js';
import type { Stage } from '../support/calls/audited-mutation.js';
import { AUDITED_MUTATIONS } from '../support/calls/audited-mutations.js';
import { NOWHERE } from '../support/calls/generate-rest-calls.js';
import { receivedText } from '../support/calls/received-text.js';
import { addFailedCampaign } from '../support/failed-campaign.js';
import { addMember } from '../support/people/member.js';
import { mailsTo, newPerson } from '../support/people/members.js';
import { addPhone } from '../support/phones.js';

export interface Arranged {
  readonly input: Readonly<Record<string, unknown>>;
  /** Instead of a key of the organisation. */
  readonly headers?: Readonly<Record<string, string>>;
}

const NOBODY = {};
const PASSWORD = 'a password that is long enough';
const MOBILE = '254722000008';

/** What makes a mutation do its work, for those that have no case in the audit suite. */
const OTHERS: Readonly<Record<string, (stage: Stage) => Promise<Arranged>>> = {
  sendSms: async () => ({ input: { to: MOBILE, message: 'Hello' } }),
  sendBulkSms: async () => ({ input: { message: 'Hello', recipients: [{ to: MOBILE }, { to: 'nobody' }] } }),
  previewBulkSms: async () => ({ input: { message: 'Hello', recipients: [{ to: MOBILE }, { to: 'nobody' }] } }),
  retryCampaign: async ({ api, customer }) => ({ input: { campaignId: await addFailedCampaign(api, customer) } }),
  sendChatMessage: async (stage) => ({
    input: { sessionId: await phone(stage), to: MOBILE, type: 'TEXT', message: 'Hello' },
  }),
  sendGroupMessage: async (stage) => ({
    input: { sessionId: await phone(stage), to: '120363025550100@g.us', type: 'TEXT', message: 'Hello' },
  }),
  async replyToConversation(stage) {
    const { conversation_id: conversationId } = await receivedText(stage);
    return { input: { conversationId, message: 'Until 18:00' } };
  },
  async markConversationRead(stage) {
    const { conversation_id: conversationId, inbound_id: upTo } = await receivedText(stage);
    return { input: { conversationId, upTo } };
  },
  createAccessToken: async () => ({ input: {} }),
  refreshGroups: async (stage) => ({ input: { sessionId: await phone(stage) } }),
  async testWebhook({ customer }) {
    const { body } = await customer.call('POST', '/v1/webhooks/', { url: NOWHERE });
    return { input: { webhookId: body.id } };
  },
  signUp: async () => ({ input: { email: newAddress(), name: 'Ada', password: PASSWORD }, headers: NOBODY }),
  verifyEmail: async (stage) => ({
    input: await codeAfter(stage, 'signUp', { name: 'Ada', password: PASSWORD }),
    headers: NOBODY,
  }),
  async resendCode(stage) {
    const email = newAddress();
    await ask(stage, 'signUp', { email, name: 'Ada', password: PASSWORD });
    return { input: { email, purpose: 'EMAIL_VERIFICATION' }, headers: NOBODY };
  },
  requestPasswordReset: async (stage) => ({ input: { email: await somebody(stage) }, headers: NOBODY }),
  async resetPassword(stage) {
    const code = await codeAfter(stage, 'requestPasswordReset', {}, await somebody(stage));
    return { input: { ...code, password: 'another long password' }, headers: NOBODY };
  },
  async changePassword(stage) {
    const { id, headers } = await addMember(stage.api.services, stage.customer.organisationId);
    await stage.api.sql('UPDATE people SET password_hash = $2 WHERE id = $1', [id, await hashPassword(PASSWORD)]);
    return { input: { currentPassword: PASSWORD, newPassword: 'another long password' }, headers };
  },
  signIn: async (stage) => ({ input: { email: await somebody(stage), password: PASSWORD }, headers: NOBODY }),
  async signOut({ api, customer }) {
    const { headers } = await addMember(api.services, customer.organisationId);
    return { input: { everywhere: false }, headers };
  },
  async updatePerson({ api, customer }) {
    const { headers } = await addMember(api.services, customer.organisationId);
    return { input: { name: 'Grace' }, headers };
  },
  async endPersonSession({ api, customer }) {
    const { id, headers } = await addMember(api.services, customer.organisationId);
    const [session] = await api.sql<{ id: string }>('SELECT id FROM person_sessions WHERE person_id = $1', [id]);
    return { input: { sessionId: session?.id }, headers };
  },
  async setUp({ api }) {
    await api.sql('TRUNCATE people CASCADE');
    const token = (await findSetUpLink(api.services))?.split('#token=')[1];
    const input = { token, email: newAddress(), name: 'Ada', password: PASSWORD, organisationName: 'Acme' };
    return { input, headers: NOBODY };
  },
  async createOrganisation({ api, customer }) {
    const { headers } = await addMember(api.services, customer.organisationId);
    return { input: { name: 'Acme' }, headers };
  },
};

/** An input with which the mutation does something, and who makes the call. */
export async function arrange(name: string, stage: Stage): Promise<Arranged> {
  const audited = AUDITED_MUTATIONS[name];
  if (!audited) return (OTHERS[name] as (typeof OTHERS)[string])(stage);
  const { input, by } = await audited.arrange(stage);
  const { services } = stage.api;
  const headers = audited.peopleOnly ? (await addMember(services, stage.customer.organisationId)).headers : null;
  return { input: input as Arranged['input'], ...((by || headers) && { headers: by?.headers ?? headers ?? NOBODY }) };
}

export const MUTATIONS_WITH_INPUT = [...Object.keys(AUDITED_MUTATIONS), ...Object.keys(OTHERS)];

const phone = ({ api, customer }: Stage) => addPhone(api.services, customer.organisationId, { phoneNumber: MOBILE });

let people = 0;
function newAddress(): string {
  people += 1;
  return `golden-${people}@example.org`;
}

async function somebody({ api }: Stage): Promise<string> {
  const email = newAddress();
  await newPerson(api.services, { email, password: PASSWORD });
  return email;
}

async function ask({ api }: Stage, name: 'signUp' | 'requestPasswordReset', input: object): Promise<string> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { challenge } }`;
  const headers = { 'content-type': 'application/json' };
  const answer = await api.fetch('/graphql', {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables: { input } }),
  });
  return answer.body.data[name].challenge;
}

async function codeAfter(stage: Stage, name: 'signUp' | 'requestPasswordReset', more: object, email = newAddress()) {
  const challenge = await ask(stage, name, { email, ...more });
  const [mail] = (await mailsTo(stage.api.services, email)).slice(-1);
  return { challenge, code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] };
}
