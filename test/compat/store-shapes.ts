import { findSetUpLink } from '../../src/operations/people/set-up.js';
import { receiveOptOuts } from '../../src/operations/sms/suppressions/receive-opt-outs.js';
import type { TestApi } from '../http/start-api.js';
import { NOWHERE } from '../support/calls/generate-rest-calls.js';
import { addMember } from '../support/people/member.js';
import { mailsTo, newPerson, tokenMailedTo } from '../support/people/members.js';
import { dispatchAll, type Estate, foundEstate } from '../support/people/two-organisations.js';
import { addPhone } from '../support/phones.js';
import { type Ask, type Carried, graphqlOf, make, type Said } from './carried.js';
import { announceAll, leaveReports, readInGroup } from './leave-waiting.js';
import { listEverything } from './list-everything.js';

const PASSWORD = 'a password that is long enough';

/** Uses everything that stores something, and leaves reports, mails and jobs where they wait. */
export async function storeShapes(api: TestApi): Promise<Carried> {
  const setUpLink = (await findSetUpLink(api.services)) ?? '';
  const estate = await foundEstate(api, { word: 'amber', digits: '314' });
  // So that what is sent from here on is not held.
  await api.sql(`UPDATE gateway_accounts SET gateway = 'elsewhere'`);
  const { customer } = estate;
  const { organisationId } = customer;
  const ask = graphqlOf(customer);
  const session = await addPhone(api.services, organisationId, { phoneNumber: '254711314081' });
  const member = await addMember(api.services, organisationId, 'owner');
  const keys = await makeKeys(ask, session);
  const credentials = {
    live: customer.headers,
    member: member.headers,
    ...Object.fromEntries(
      Object.entries(keys).map(([name, key]) => [name, { ...customer.headers, authorization: `Bearer ${key}` }]),
    ),
  };
  const keyed = await callWithKeys(api, credentials, estate, session);
  await inviteTwo(api, member.headers);
  const lists = await listEverything(estate, ask);
  const people = await askForMails(api, ask);
  await receiveOptOuts(api.services, 'sandbox', [{ mobile: '254711314099', senderId: null }]);
  const webhooks = await endpoints(ask);
  await dispatchAll(api);
  const { id: groupMessageId, sessionId } = await groupMessageOf(ask);
  const phone = await addPhone(api.services, organisationId, { phoneNumber: '254711314082' });
  const reported = await leaveReports(api, customer, phone);
  const participants = { sessionId, messageId: groupMessageId, known: 'somebody@lid' };
  await readInGroup(api, participants);
  return {
    organisationId,
    credentials,
    keyed,
    lists,
    webhooks,
    ...people,
    setUpLink,
    optedOut: '254711314099',
    participants,
    reported,
    wakeUps: await announceAll(api, organisationId),
  };
}

async function makeKeys(ask: Ask, sessionId: string): Promise<Record<string, string>> {
  const create = async (input: object) => {
    const query = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { id } } }';
    return (await ask(query, { input })).createApiKey;
  };
  const scopes = ['SMS_SEND', 'SMS_READ', 'CHAT_SEND', 'CHAT_READ', 'SUPPRESSIONS_MANAGE', 'WEBHOOKS_MANAGE'];
  const test = await create({ name: 'for tests', mode: 'TEST', scopes });
  const restrictions = { sessionIds: [sessionId], senderIds: ['amber'], addresses: ['127.0.0.0/8'] };
  const restricted = await create({
    name: 'restricted',
    mode: 'LIVE',
    scopes: ['CHAT_READ', 'SMS_SEND'],
    ...restrictions,
  });
  const elsewhere = await create({ name: 'elsewhere', mode: 'LIVE', scopes: ['SMS_READ'], addresses: ['192.0.2.1'] });
  const revoked = await create({ name: 'revoked', mode: 'LIVE', scopes: ['SMS_READ'] });
  await ask('mutation ($id: UUID!) { revokeApiKey(input: { apiKeyId: $id }) { apiKey { id } } }', {
    id: revoked.apiKey.id,
  });
  return { test: test.key, restricted: restricted.key, elsewhere: elsewhere.key, revoked: revoked.key };
}

/** Each operation that takes an idempotency key, by REST and by GraphQL, with a live key and with a test key. */
async function callWithKeys(
  api: TestApi,
  credentials: Carried['credentials'],
  { ids, words }: Estate,
  session: string,
): Promise<Said[]> {
  const text = { type: 'text', message: 'Hello' };
  // A replay shows an endpoint as it is now: each is rotated once.
  const newEndpoint = { by: 'live', method: 'POST', path: '/v1/webhooks/', body: { url: NOWHERE }, headers: {} };
  const { body: another } = await make(api, credentials, newEndpoint);
  const graphql = (name: string, type: string, fields: string, input: object) => ({
    path: '/graphql',
    body: {
      query: `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} userErrors { code message path } } }`,
      variables: { input: { ...input, idempotencyKey: `${name} by GraphQL` } },
    },
  });
  const chat = { sessionId: session, type: 'TEXT', message: 'Hello' };
  const calls: { path: string; body: unknown; key?: string }[] = [
    { path: '/v1/sms/send/', body: { to: '254711314201', message: 'Hello', metadata: { order: 7 } } },
    { path: '/v1/sms/send-bulk/', body: { message: 'Hello', recipients: ['254711314202', 'nobody', '254711314202'] } },
    { path: '/v1/suppressions/', body: { numbers: ['254711314203', { mobile: '254711314213', sender_id: 'Hello' }] } },
    { path: '/v1/webhooks/', body: { url: `${NOWHERE}/rest`, types: ['sms.sent'] } },
    { path: `/v1/webhooks/${ids.webhook}/rotate-secret/`, body: undefined },
    { path: `/v1/chatapp/${session}/send/`, body: { ...text, to: '254711314204' } },
    { path: `/v1/chatapp/${session}/groups/send/`, body: { ...text, to: '120363025550100@g.us' } },
    graphql('sendSms', 'SendSmsInput', 'message { id status segments }', { to: '254711314205', message: 'Hello' }),
    graphql('sendBulkSms', 'SendBulkSmsInput', 'campaign { id total accepted invalid duplicates }', {
      message: 'Hello {{name}}',
      recipients: ['254711314206', 'nobody'].map((to) => ({ to, variables: { name: 'Ada' } })),
    }),
    graphql('addSuppressions', 'AddSuppressionsInput', 'suppressions { id mobile }', {
      numbers: [{ mobile: '254711314207', senderId: words.senderId, reason: 'Hello' }],
    }),
    graphql('createSession', 'CreateSessionInput', 'session { id state }', { name: 'Another phone' }),
    graphql('createWebhook', 'CreateWebhookInput', 'webhook { id url } secret', { url: `${NOWHERE}/graphql` }),
    graphql('rotateWebhookSecret', 'RotateWebhookSecretInput', 'webhook { id } secret', { webhookId: another.id }),
    graphql('createSenderId', 'CreateSenderIdInput', 'senderId { id status }', { name: 'Kiosk', countries: ['KE'] }),
    graphql('sendChatMessage', 'SendChatMessageInput', 'message { id status }', { ...chat, to: '254711314208' }),
    graphql('sendGroupMessage', 'SendGroupMessageInput', 'message { id status }', {
      ...chat,
      to: '120363025550100@g.us',
    }),
    // The engine's answer is lost: all that is kept is which message it was.
    { path: `/v1/chatapp/${session}/send/`, body: { ...text, to: '12025550125' }, key: 'in doubt' },
  ];
  const said: Said[] = [];
  for (const by of ['live', 'test']) {
    for (const [place, { path, body, key = `call ${place}` }] of calls.entries()) {
      const call = { by, method: 'POST', path, body, headers: path === '/graphql' ? {} : { 'idempotency-key': key } };
      const { status, text: answer } = await make(api, credentials, call);
      // A test key rotates no secret of a live one.
      if (status !== 403) said.push({ ...call, status, text: answer });
    }
  }
  return said;
}

async function inviteTwo(api: TestApi, headers: Carried['credentials'][string]): Promise<void> {
  const query = 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { userErrors { code } } }';
  for (const email of ['another@example.org', 'invited@example.org']) {
    const body = { query, variables: { input: { email, role: 'DEVELOPER' } } };
    await make(api, { member: headers }, { by: 'member', method: 'POST', path: '/graphql', body, headers: {} });
  }
}

/** Leaves a mail of each kind, and answers what stands in them. */
async function askForMails(api: TestApi, ask: Ask) {
  const email = 'reset@example.org';
  await newPerson(api.services, { email, password: PASSWORD });
  const signUp =
    'mutation ($email: String!, $password: String!) { signUp(input: { email: $email, name: "Ada", password: $password }) { challenge } }';
  const { signUp: signedUp } = await ask(signUp, { email: 'new@example.org', password: PASSWORD });
  const reset = 'mutation ($email: String!) { requestPasswordReset(input: { email: $email }) { challenge } }';
  const { requestPasswordReset: asked } = await ask(reset, { email });
  const codeFor = async (to: string) =>
    /\b\d{6}\b/.exec((await mailsTo(api.services, to)).at(-1)?.text ?? '')?.[0] ?? '';
  return {
    codes: {
      verifyEmail: { challenge: signedUp.challenge, code: await codeFor('new@example.org') },
      resetPassword: { challenge: asked.challenge, code: await codeFor(email) },
    },
    person: { email, password: PASSWORD },
    invitationToken: await tokenMailedTo(api.services, 'invited@example.org'),
  };
}

/** One endpoint with two secrets in force, and one with one. */
async function endpoints(ask: Ask): Promise<Carried['webhooks']> {
  const create = 'mutation ($url: String!) { createWebhook(input: { url: $url }) { webhook { id } secret } }';
  const rotate = 'mutation ($id: UUID!) { rotateWebhookSecret(input: { webhookId: $id }) { secret } }';
  const { createWebhook: one } = await ask(create, { url: `${NOWHERE}/one` });
  const { createWebhook: two } = await ask(create, { url: `${NOWHERE}/two` });
  const { rotateWebhookSecret: rotated } = await ask(rotate, { id: two.webhook.id });
  return [
    { id: one.webhook.id, secrets: [one.secret] },
    { id: two.webhook.id, secrets: [rotated.secret, two.secret] },
  ];
}

async function groupMessageOf(ask: Ask): Promise<{ id: string; sessionId: string }> {
  const { chatMessages } = await ask('{ chatMessages(first: 50) { nodes { messageId isGroup session { id } } } }');
  // biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
  const { messageId, session } = chatMessages.nodes.find(({ isGroup }: any) => isGroup);
  return { id: messageId, sessionId: session.id };
}
