import { setTimeout as sleep } from 'node:timers/promises';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import type { Customer, TestApi } from '../http/start-api.js';
import { graphqlCalls } from '../support/calls/generate-graphql-calls.js';
import { announceAll } from '../support/event-log.js';
import { addPhone } from '../support/phones.js';
import { type Heard, hearStream } from '../support/subscribers.js';
import type { GraphqlRecorder } from './graphql-recorder.js';

const LOOK_AGAIN_MS = 50;
const NOTHING_MORE = 'mutation ($input: StopSessionInput!) { stopSession(input: $input) { session { id } } }';

/** What makes each subscription say something, as often as it happens. */
const HAPPENINGS: Readonly<Record<string, (api: TestApi, customer: Customer) => Promise<unknown>>> = {
  // It begins with the campaign as it is.
  campaignProgress: async () => undefined,
  campaignsChanged: (_api, customer) =>
    customer.call('POST', '/v1/sms/send-bulk/', { message: 'Hello', recipients: ['254722000009'] }),
  messageStatusChanged: (_api, customer) =>
    customer.call('POST', '/v1/sms/send/', { to: '254722000008', message: 'Hello' }),
  async sessionStatusChanged({ services }, customer) {
    const sessionId = await addPhone(services, customer.organisationId);
    return customer.call('POST', '/graphql', { query: NOTHING_MORE, variables: { input: { sessionId } } });
  },
};

type Answer = Heard['answers'][number];

/** A loaded process may read the phone before it is stopped, or while it is. */
function isRecorded({ data }: Answer): boolean {
  const session = data?.sessionStatusChanged;
  return !session || (session.state === 'STOPPED' && session.groups === null);
}

/** The first such answer of each subscription, of somebody who may have it and of somebody who may not. */
export async function recordSubscriptions(recorder: GraphqlRecorder, api: TestApi): Promise<void> {
  const customer = await api.customer();
  const auditor = await api.customer({ scopes: ['audit:read'] });
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const campaign = { message: 'Hello', recipients: ['254722000009'], scheduled_at };
  const { body } = await customer.call('POST', '/v1/sms/send-bulk/', campaign);
  for (const { rootField, document: query, variables: given } of graphqlCalls(buildPostriderSchema())) {
    if (!query.startsWith('subscription')) continue;
    const variables = { ...given, ...('id' in given && { id: body.campaign_id }) };
    for (const [title, by] of Object.entries({ 'all of it': customer, 'with the scope audit:read alone': auditor })) {
      await api.sql('DELETE FROM rate_limits');
      const heard = hearStream({ url: api.url, headers: by.headers }, { query, variables });
      let answer: Answer | undefined;
      while (!answer) {
        await HAPPENINGS[rootField]?.(api, by);
        await announceAll(api.services);
        await sleep(LOOK_AGAIN_MS);
        answer = heard.answers.find(isRecorded);
      }
      heard.stop();
      const { status, headers: sent } = await by.listen({ query, variables });
      const headers = new Headers(['content-type', 'x-request-id'].map((name) => [name, sent.get(name) ?? '']));
      recorder.keep(rootField, title, variables, { status, headers, text: '', body: answer });
    }
  }
}
