import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, specifiedRules, validate } from 'graphql';
import { writeCampaignProgress } from '../../packages/client/generate/campaign-progress.js';
import { writeGraphqlTypes } from '../../packages/client/generate/graphql-types.js';
import { type OpenApi, writeRestTypes } from '../../packages/client/generate/rest-types.js';
import { CAMPAIGN_PROGRESS } from '../../packages/client/src/generated/campaign-progress.js';
import { ROUTES } from '../../packages/client/src/generated/rest.js';
import { Postrider, type PostriderEvent } from '../../packages/client/src/index.js';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { limitDocumentShape } from '../../src/api/guard/document-shape.js';
import { describeRest } from '../../src/api/rest/openapi.js';
import { CODE_OF } from '../../src/domain/sms/delivery-codes.js';
import { REST_TABLE } from '../support/calls/rest-routes.js';

const CLIENT = resolve(import.meta.dirname, '../../packages/client');
const read = (path: string) => readFileSync(resolve(CLIENT, path), 'utf8');
const schema = buildPostriderSchema();
const openapi = describeRest(REST_TABLE, 'http://localhost', '0.0.0') as unknown as OpenApi;

describe('The types of the client', () => {
  // Mend with `npm run schema`.
  it('of REST are those of the OpenAPI document', () => {
    expect(read('src/generated/rest.ts')).toBe(writeRestTypes(openapi, Object.values(CODE_OF)));
  });

  it('of GraphQL are those of the schema', () => {
    expect(read('src/generated/graphql.ts')).toBe(writeGraphqlTypes(schema));
  });

  it('of the progress of a campaign are those of the document of REST', () => {
    const route = REST_TABLE.routes.find(({ operationId }) => operationId === 'getCampaign');
    expect(read('src/generated/campaign-progress.ts')).toBe(writeCampaignProgress(schema, route?.executed as never));
    const rules = [...specifiedRules, limitDocumentShape];
    expect(validate(schema, parse(CAMPAIGN_PROGRESS), rules)).toEqual([]);
  });
});

describe('The client', () => {
  it('has a method for every operation of REST but that of people who sign up, second forms, and that of a link', () => {
    const used = ['sms', 'campaigns', 'chat', 'inbox', 'conversations', 'suppressions', 'webhooks', 'exports'].map(
      (name) => read(`src/resources/${name}.ts`),
    );
    const code = [...used, read('src/postrider.ts'), read('src/events.ts')].join('\n').replaceAll(/\s+/g, ' ');
    const missing = Object.keys(ROUTES).filter((name) => !code.includes(`'${name}', `));
    // Downloads are read as they come.
    const downloads = ['downloadReceivedMedia', 'downloadExport'];
    expect(missing).toEqual(['listNextCampaignMessages', 'liftSuppressionOf', 'resendCode', ...downloads]);
  });

  it('has the version of the server', () => {
    const { version } = JSON.parse(readFileSync(resolve(CLIENT, '../../package.json'), 'utf8'));
    expect(JSON.parse(read('package.json')).version).toBe(version);
  });
});

it('The client is typed, as `npm run check:types` judges below', () => {
  expect(typesOfCalls).toBeInstanceOf(Function);
});

/** Never called. */
function typesOfCalls(postrider: Postrider, event: PostriderEvent): unknown {
  // @ts-expect-error: `to` is required.
  void postrider.sms.send({ message: 'Hello' });
  // @ts-expect-error: fields have the names of REST.
  void postrider.sms.send({ to: '1', message: 'Hello', scheduledAt: new Date() });
  // @ts-expect-error: only calls that create have a key.
  void postrider.sms.cancel('id', { idempotencyKey: 'key' });
  // @ts-expect-error: a status that there is not cannot be asked for.
  void postrider.campaigns.messages('id', { status: 'delivered' });
  // @ts-expect-error: either a key or a function that fetches tokens.
  void new Postrider({ url: 'https://sms.example.org', organisationId: 'id' });
  void postrider.sms.get('id').then(({ status, delivery_code }) => status === 'a later one' || delivery_code === 999);
  const document = { toString: () => '{ x }' } as { __apiType?: (variables: { id: string }) => { x: number } };
  void postrider.graphql(document, { id: 'id' }).then(({ x }) => x.toFixed());
  if (event.type === 'sms.delivered') return event.data.delivery_code;
  // @ts-expect-error: not every event has it.
  return event.data.message_id;
}
