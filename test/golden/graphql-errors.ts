import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { LIMITS } from '../../src/domain/limits.js';
import { SCOPES } from '../../src/domain/vocabulary.js';
import { createApiKey } from '../../src/operations/people/api-keys.js';
import type { TestApi } from '../http/start-api.js';
import type { Stage } from '../support/calls/audited-mutation.js';
import { graphqlCalls } from '../support/calls/generate-graphql-calls.js';
import { addMember } from '../support/people/member.js';
import { addPhone } from '../support/phones.js';
import { type Arranged, arrange } from './graphql-inputs.js';
import type { GraphqlRecorder } from './graphql-recorder.js';

const MOBILE = '254722000008';

const campaignOf = ({ input }: Arranged) => (input as { campaignId: string }).campaignId;

async function ofCampaign({ customer }: Stage, what: string, arranged: Arranged): Promise<void> {
  await customer.call('POST', `/v1/sms/campaigns/${campaignOf(arranged)}/${what}/`);
}

/** Errors that it takes more to come to than one value that is wrong, by the mutation and the code. */
const CASES: Readonly<Record<string, (stage: Stage) => Promise<Arranged>>> = {
  'sendBulkSms REQUIRED': async () => ({ input: { message: 'Hello {{name}}', recipients: [{ to: MOBILE }] } }),
  'sendBulkSms PREVIEW_INVALID': async () => ({
    input: { message: 'Hello', recipients: [{ to: MOBILE }], previewToken: 'forged' },
  }),
  async 'sendBulkSms PREVIEW_CHANGED'(stage) {
    const input = await previewed(stage);
    await stage.customer.call('POST', '/v1/suppressions/', { numbers: [MOBILE] });
    return { input };
  },
  'sendSms TOO_LONG': async () => ({ input: { to: MOBILE, message: 'x'.repeat(2_000) } }),
  'sendSms UNSUPPORTED_TYPE': async () => ({ input: { to: '442079460000', message: 'Hello' } }),
  async 'sendSms SENDER_NOT_APPROVED'({ api, customer }) {
    await api.sql('UPDATE organisations SET enforce_sender_ids = true WHERE organisation_id = $1', [
      customer.organisationId,
    ]);
    return { input: { to: MOBILE, message: 'Hello', senderId: 'Kiosk' } };
  },
  async 'sendSms IDEMPOTENCY_MISMATCH'({ customer }) {
    const headers = { 'idempotency-key': 'golden' };
    await customer.call('POST', '/v1/sms/send/', { to: MOBILE, message: 'Hello' }, headers);
    return { input: { to: MOBILE, message: 'Another', idempotencyKey: 'golden' } };
  },
  async 'cancelMessage ALREADY_DISPATCHED'(stage) {
    const arranged = await arrange('cancelMessage', stage);
    await stage.api.sql(
      `UPDATE sms_messages SET status = 'sent', phase = 'waiting_report', handed_over = true, delivery_code = 101
       WHERE id = $1`,
      [(arranged.input as { messageId: string }).messageId],
    );
    return arranged;
  },
  async 'pauseCampaign CAMPAIGN_ENDED'(stage) {
    const arranged = await arrange('pauseCampaign', stage);
    await ofCampaign(stage, 'cancel', arranged);
    return arranged;
  },
  async 'rescheduleCampaign CAMPAIGN_STARTED'(stage) {
    const arranged = await arrange('rescheduleCampaign', stage);
    await stage.api.sql('UPDATE campaigns SET started_at = now() WHERE id = $1', [campaignOf(arranged)]);
    return arranged;
  },
  async 'retryCampaign NOTHING_TO_RETRY'(stage) {
    const arranged = await arrange('retryCampaign', stage);
    await ofCampaign(stage, 'retry', arranged);
    return arranged;
  },
  async 'createSession TOO_MANY'({ api, customer }) {
    await api.sql(
      `INSERT INTO chat_sessions (organisation_id, id, name, engine, test, state)
       SELECT $1, gen_random_uuid(), 'A phone', 'sandbox', false, 'stopped' FROM generate_series(1, $2)`,
      [customer.organisationId, LIMITS.sessionsPerOrganisation],
    );
    return { input: { name: 'One too many' } };
  },
  async 'inviteMember ALREADY_MEMBER'({ api, customer }) {
    const { email, headers } = await addMember(api.services, customer.organisationId);
    return { input: { email, role: 'VIEWER' }, headers };
  },
  async 'acceptInvitation WRONG_PERSON'(stage) {
    const { input } = await arrange('acceptInvitation', stage);
    const { headers } = await addMember(stage.api.services, stage.customer.organisationId);
    return { input: { token: input.token }, headers };
  },
  async 'leaveOrganisation LAST_OWNER'({ api, customer: { organisationId } }) {
    const { headers } = await addMember(api.services, organisationId, 'owner');
    return { input: { organisationId }, headers };
  },
  'sendChatMessage SESSION_NOT_CONNECTED': (stage) => chat(stage, MOBILE, 'stopped'),
  'sendChatMessage PROVIDER_REJECTED': (stage) => chat(stage, '12025550124'),
  'sendChatMessage PROVIDER_TIMEOUT': (stage) => chat(stage, '12025550125'),
  'sendChatMessage PROVIDER_UNAVAILABLE': (stage) => chat(stage, '12025550126'),
};

/** An input with the token of its preview. */
async function previewed({ customer }: Stage) {
  const input = { message: 'Hello', recipients: [{ to: MOBILE }] };
  const { body } = await customer.call('POST', '/v1/sms/send-bulk/preview/', input);
  return { ...input, previewToken: body.preview_token };
}

async function chat({ api, customer }: Stage, to: string, state: 'connected' | 'stopped' = 'connected') {
  const sessionId = await addPhone(api.services, customer.organisationId, { phoneNumber: MOBILE, state });
  return { input: { sessionId, to, type: 'TEXT', message: 'Hello' } };
}

export async function recordErrors(recorder: GraphqlRecorder, api: TestApi): Promise<void> {
  const calls = graphqlCalls(buildPostriderSchema());
  const documentOf = (name: string) => calls.find(({ rootField }) => rootField === name)?.document ?? '';
  for (const [name, prepare] of Object.entries(CASES)) {
    const [mutation = '', code = ''] = name.split(' ');
    const stage = { api, customer: await api.customer() };
    const { input, headers = stage.customer.headers } = await prepare(stage);
    await recorder.ask(mutation, code, { query: documentOf(mutation), variables: { input } }, headers);
  }
  await recordRefusals(recorder, api, documentOf);
}

/** Errors of a whole call, by what its key may do or by what the server can do. */
async function recordRefusals(recorder: GraphqlRecorder, api: TestApi, documentOf: (name: string) => string) {
  const customer = await api.customer();
  const { organisationId, headers } = customer;
  const keyWith = async (more: object) => {
    const wanted = { organisationId, name: 'Another', mode: 'live', scopes: SCOPES, ...more } as const;
    const { key } = await createApiKey(api.services, wanted);
    return { ...headers, authorization: `Bearer ${key}` };
  };
  const { input } = await arrange('sendChatMessage', { api, customer });
  const sendChat = { query: documentOf('sendChatMessage'), variables: { input } };
  const elsewhere = await keyWith({ sessionIds: [await addPhone(api.services, organisationId)] });
  await recorder.ask('sendChatMessage', 'NOT_ALLOWED_FOR_KEY', sendChat, elsewhere);
  const viewer = { query: documentOf('viewer') };
  await recorder.ask('viewer', 'ADDRESS_NOT_ALLOWED', viewer, await keyWith({ addresses: ['192.0.2.1'] }));
  const cancel = { query: documentOf('cancelMessage'), variables: await arrange('cancelMessage', { api, customer }) };
  await recorder.ask('cancelMessage', 'LIVE_FOR_TEST_KEY', cancel, await keyWith({ mode: 'test' }));
  await api.sql('UPDATE event_logs SET oldest_sequence = 10 WHERE organisation_id = $1', [organisationId]);
  await recorder.ask(
    'events',
    'EVENTS_EXPIRED',
    { query: documentOf('events'), variables: { first: 5, after: 1 } },
    headers,
  );
  await api.sql('ALTER TABLE audit_entries ADD CONSTRAINT nothing_more CHECK (false) NOT VALID');
  const create = { query: documentOf('createSession'), variables: { input: { name: 'A phone' } } };
  await recorder.ask('createSession', 'INTERNAL_SERVER_ERROR', create, headers);
  await api.sql('ALTER TABLE audit_entries DROP CONSTRAINT nothing_more');
}

/** Codes that no call here is answered with, each with the test that has them. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  BODY_TOO_LARGE: 'test/http/server.test.ts',
  DATABASE_TIMEOUT: 'test/http/database-trouble.test.ts',
  EXPECTATION_FAILED: 'test/http/server.test.ts',
  EXPORT_LINK_OVER: 'test/api/export-links.test.ts',
  HEADERS_TOO_LARGE: 'test/http/server.test.ts',
  IDEMPOTENCY_IN_PROGRESS: 'test/api/rest/sends.test.ts',
  LENGTH_REQUIRED: 'test/http/server.test.ts',
  NOT_A_KEY: 'test/api/people/access-tokens.test.ts',
  ONE_AT_A_TIME: 'test/api/people/accounts.test.ts',
  PREVIEW_EXPIRED: 'test/api/preview-token.test.ts',
  REQUEST_TIMEOUT: 'test/http/server.test.ts',
  SIGN_UP_CLOSED: 'test/operations/members/accepting.test.ts',
  THROTTLED: 'test/api/rate-limits.test.ts',
  TOKEN_EXPIRED: 'test/api/people/access-tokens.test.ts',
  TOO_MANY_CONNECTIONS: 'test/api/subscriptions/subscription-connections.slow.test.ts',
  TOO_MANY_EXPORTS: 'test/http/exports.slow.test.ts',
  TOO_MANY_SUBSCRIPTIONS: 'test/api/subscriptions/subscription-connections.slow.test.ts',
  TOO_SLOW: 'test/api/subscriptions/subscription-delivery.slow.test.ts',
  UNAVAILABLE: 'test/api/graphql/documents.test.ts',
  UNKNOWN_DOCUMENT: 'test/http/console.test.ts',
};
