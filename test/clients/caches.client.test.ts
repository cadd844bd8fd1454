import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readPage } from '../docs/page.js';
import { type Cache, openApollo, openUrql } from './caches.js';
import { openRelay } from './relay.js';
import { useCustomer } from './use-customer.js';

const RECIPIENTS = Array.from({ length: 20 }, (_, place) => `120255501${place + 10}`);
const AGAIN_MS = 200;

const stage = useCustomer();

beforeAll(() => {
  stage.folder.write('caches.ts', readPage('graphql.md').code('caches.ts'));
});

describe.each([
  ['relay-runtime', openRelay],
  ['Apollo Client', openApollo],
  ['urql with Graphcache', openUrql],
] as const)('the cache of %s', (_name, open) => {
  let cache: Cache;
  let campaignId: string;
  let warned: readonly jest.SpiedFunction<typeof console.warn>[];
  beforeAll(async () => {
    warned = [jest.spyOn(console, 'error'), jest.spyOn(console, 'warn')];
    const { server, folder } = stage;
    stage.headers = await server.customer();
    cache = await open({ url: `${server.url}/graphql`, headers: stage.headers, folder });
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const sent = await stage.post('/v1/sms/send-bulk/', { message: 'Hi', recipients: RECIPIENTS, scheduled_at });
    campaignId = sent.campaign_id;
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await cache?.close();
  });

  const statuses = () => cache.listed(campaignId).map(({ status }) => status);

  it('keeps the statuses of a list right when a message of it is read', async () => {
    await cache.readList(campaignId);
    const [first] = cache.listed(campaignId);
    await cache.readMessage(String(first?.id));
    expect(statuses()).toEqual(RECIPIENTS.map(() => 'QUEUED'));
  });

  it('updates a list by a subscription', async () => {
    const waiting = cache.listed(campaignId).map(({ id }) => id);
    const last = waiting.at(-1);
    // A test cannot see when a subscription begins, so one message after the other is cancelled until then.
    const timer = setInterval(() => void stage.post(`/v1/sms/messages/${waiting.shift()}/cancel/`), AGAIN_MS);
    const changed = await cache.firstChanged(campaignId).finally(() => clearInterval(timer));
    const byId = new Map(cache.listed(campaignId).map(({ id, status }) => [id, status]));
    expect([byId.get(changed), byId.get(String(last))]).toEqual(['CANCELLED', 'QUEUED']);
  });

  it('warns of nothing', () => {
    for (const spy of warned) expect(spy).not.toHaveBeenCalled();
  });
});
