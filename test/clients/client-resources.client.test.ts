import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Campaign, type PostriderEvent, verifyWebhook } from '../../packages/client/src/index.js';
import { failureOf, SMS, useClient } from '../support/client-stage.js';
import { inTurn } from '../support/gateways/faulty-proxy.js';
import { startReceiver } from '../support/gateways/receiver.js';

/** Waits at the gateway, so that its campaign never ends by itself. */
const WAITING = '12025550101';

const stage = useClient();

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('A list', () => {
  it('is read to its end by for await, over several pages', async () => {
    const recipients = Array.from({ length: 25 }, (_, place) => `120255502${String(place).padStart(2, '0')}`);
    const { campaign_id } = await stage.postrider.sms.sendBulk({ message: 'Hi', recipients });
    const all = await stage.postrider.campaigns.messages(campaign_id, { page_size: 10 }).toArray();
    expect(all.map(({ mobile }) => mobile)).toEqual(recipients);
    expect(stage.proxy.seen.filter(({ path }) => path === '/v1/sms/campaigns/messages/')).toHaveLength(3);
    const list = stage.postrider.campaigns.messages(campaign_id, { page_size: 10 });
    const first = await list.page();
    const last = await list.page((await list.page(first.next_cursor)).next_cursor);
    expect([first.count, last.results.length, last.next_cursor]).toEqual([25, 5, null]);
    const some = { statuses: ['pending', 'sent'], mobile_ends_with: '4', page_size: 2 } as const;
    const found = await stage.postrider.campaigns.messages(campaign_id, some).toArray();
    expect(found.map(({ mobile }) => mobile)).toEqual(recipients.filter((mobile) => mobile.endsWith('4')));
  });

  it('of phones goes on at its next page', async () => {
    const names = ['One', 'Two', 'Three'];
    for (const name of names) {
      await stage.postrider.graphql(
        'mutation ($name: String!) { createSession(input: { name: $name }) { session { id } } }',
        {
          name,
        },
      );
    }
    const phones = await stage.postrider.chat.phones().toArray();
    expect(phones.map(({ name }) => name)).toEqual(names);
  });
});

describe('campaigns.wait', () => {
  const start = async (...recipients: string[]) =>
    (await stage.postrider.sms.sendBulk({ message: 'Hi', recipients })).campaign_id;
  const streams = () => stage.proxy.seen.filter(({ path }) => path === '/graphql/stream').length;
  const reads = () => stage.proxy.seen.filter(({ path }) => path.startsWith('/v1/sms/campaigns/0')).length;

  it('follows the subscription until every message has its outcome', async () => {
    const id = await start('12025550100', '12025550120', '12025550116');
    const shown: Campaign[] = [];
    const done = await stage.postrider.campaigns.wait(id, { onProgress: (campaign) => shown.push(campaign) });
    expect(done).toMatchObject({ status: 'completed', counts: { delivered: 1, undelivered: 1, blocked: 1 } });
    expect(done).toEqual(await stage.postrider.campaigns.get(id));
    expect(shown.at(-1)).toEqual(done);
    expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(shown.length);
    expect(shown.every(({ status }) => status === status.toLowerCase())).toBe(true);
    expect([streams(), reads() <= 3]).toEqual([1, true]);
  });

  it.each([
    ['refuses', { status: 404, body: 'Not here' }],
    ['cuts', 'cut'],
    ['answers with pages instead of', { status: 200, body: '<h1>Hello</h1>' }],
  ] as const)('polls where a proxy %s subscriptions', async (_what, fault) => {
    stage.proxy.react = ({ path }) => (path === '/graphql/stream' ? fault : undefined);
    const id = await start('12025550100');
    expect(await stage.postrider.campaigns.wait(id)).toMatchObject({ status: 'completed', counts: { delivered: 1 } });
    expect(streams()).toBeLessThanOrEqual(1);
  });

  it('pauses where a proxy breaks every subscription after its beginning', async () => {
    stage.proxy.react = ({ path }) => (path === '/graphql/stream' ? 'break' : undefined);
    const id = await start(WAITING);
    await failureOf(stage.postrider.campaigns.wait(id, { signal: AbortSignal.timeout(2_000) }));
    expect(streams()).toBeGreaterThanOrEqual(1);
    expect(streams()).toBeLessThanOrEqual(3);
  });

  it('ends by its signal, and lets the subscription go', async () => {
    const id = await start(WAITING);
    const gone = new AbortController();
    const waiting = stage.postrider.campaigns.wait(id, { signal: gone.signal, onProgress: () => undefined });
    setTimeout(() => gone.abort(), 1_500);
    expect((await failureOf(waiting)).code).toBe('aborted');
  });

  it('fails for a campaign that there is not, and for an error of onProgress', async () => {
    expect(await failureOf(stage.postrider.campaigns.wait(randomUUID()))).toMatchObject({
      code: 'not_found',
      status: 404,
    });
    const id = await start('12025550100');
    const onProgress = () => {
      throw new Error('of the caller');
    };
    await expect(stage.postrider.campaigns.wait(id, { onProgress })).rejects.toThrow('of the caller');
  });
});

describe('events', () => {
  it('are read in order from a sequence on, of some types or all', async () => {
    const { campaign_id } = await stage.postrider.sms.sendBulk({
      message: 'Hi',
      recipients: ['12025550100', '12025550120'],
    });
    await stage.postrider.campaigns.wait(campaign_id);
    const all = await collect(stage.postrider.events());
    expect(all.map(({ data }) => data.sequence)).toEqual(all.map((_, place) => place + 1));
    const later = await collect(stage.postrider.events({ after: 2, types: ['sms.delivered'] }));
    expect(later.map(({ type }) => type)).toEqual(['sms.delivered']);
  });

  it('are followed until the signal', async () => {
    const gone = new AbortController();
    const seen: PostriderEvent[] = [];
    const { message_id } = await stage.postrider.sms.send(SMS);
    const follow = async () => {
      for await (const event of stage.postrider.events({ follow: true }, { signal: gone.signal })) {
        seen.push(event);
        if (event.type === 'sms.queued' && event.data.message_id !== message_id) gone.abort();
      }
    };
    setTimeout(() => void stage.postrider.sms.send(SMS), 500);
    expect((await failureOf(follow())).code).toBe('aborted');
    expect(seen.length).toBeGreaterThanOrEqual(2);
  });
});

describe('exports', () => {
  const fill = async () => {
    const recipients = Array.from({ length: 300 }, (_, place) => `12025550${String(place).padStart(3, '0')}`);
    const { campaign_id } = await stage.postrider.sms.sendBulk({ message: 'Hi', recipients });
    return { campaign_id, recipients };
  };
  const downloads = () => stage.proxy.seen.filter(({ path }) => path.startsWith('/v1/exports/download/'));
  const mobilesOf = (rows: readonly { readonly mobile?: unknown }[]) => rows.map(({ mobile }) => mobile);

  it('have a link that needs no key', async () => {
    const { campaign_id } = await fill();
    const { url } = await stage.postrider.exports.createLink({ what: 'campaign_messages', campaign_id });
    const response = await fetch(stage.proxy.url + new URL(url).pathname + new URL(url).search);
    expect([response.headers.get('x-export-rows'), (await response.text()).split('\r\n').length]).toEqual(['300', 302]);
    const [link] = await stage.postrider.exports.links().toArray();
    await stage.postrider.exports.endLink(link?.id ?? '');
    expect(await stage.postrider.exports.links().toArray()).toEqual([]);
  });

  it('yield every row once, over connections that break', async () => {
    const { campaign_id, recipients } = await fill();
    stage.proxy.react = inTurn('/v1/exports/download/', 'cut', 'halve', { status: 503, body: '' }, 'halve', 'halve');
    const rows = await collect(stage.postrider.exports.rows({ what: 'campaign_messages', campaign_id }));
    expect(mobilesOf(rows)).toEqual(recipients);
    expect(downloads()).toHaveLength(6);
  });

  it('give up when nothing comes, and at once where nothing is to be repeated', async () => {
    const { campaign_id } = await fill();
    const rows = { what: 'campaign_messages', campaign_id } as const;
    stage.proxy.react = ({ path }) => (path.startsWith('/v1/exports/download/') ? 'cut' : undefined);
    const cut = collect(stage.postrider.exports.rows(rows, { maxRetries: 1 }));
    expect(await failureOf(cut)).toMatchObject({ code: 'connection' });
    expect(downloads()).toHaveLength(2);
    stage.proxy.react = inTurn('/v1/exports/download/', {
      status: 403,
      body: '{"detail":"Over.","code":"export_link_over","request_id":"1"}',
    });
    expect(await failureOf(collect(stage.postrider.exports.rows(rows)))).toMatchObject({
      code: 'export_link_over',
      status: 403,
    });
  });

  it('end by their signal, and by leaving', async () => {
    const { campaign_id, recipients } = await fill();
    const rows = { what: 'campaign_messages', campaign_id } as const;
    for await (const { mobile } of stage.postrider.exports.rows(rows)) {
      expect(mobile).toBe(recipients[0]);
      break;
    }
    const gone = AbortSignal.abort();
    expect(await failureOf(collect(stage.postrider.exports.rows(rows, { signal: gone })))).toMatchObject({
      code: 'aborted',
    });
  });
});

describe('messages', () => {
  it('are found by number and status, and counted', async () => {
    const { message_id } = await stage.postrider.sms.send({ ...SMS, to: '12025550177' });
    const found = await stage.postrider.sms.list({ to: '12025550177', statuses: 'queued,sent,delivered' }).toArray();
    expect(found.map((message) => message.message_id)).toEqual([message_id]);
    expect(await stage.postrider.sms.list({ to: '12025550177', statuses: 'held' }).toArray()).toEqual([]);
    const [from, to] = [-3_600_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string];
    const { counts, points } = await stage.postrider.sms.statistics({ from, to, bucket: 'hour', test: true });
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(points.map((point) => point.counts)).toEqual([counts]);
  });
});

describe('graphql', () => {
  it('returns data, and fails with the codes of REST', async () => {
    const { viewer } = await stage.postrider.graphql<{ viewer: { organisation: { id: string } } }>(
      '{ viewer { organisation { id } } }',
    );
    expect(viewer.organisation.id).toBe(stage.organisationId);
    const query = 'query ($id: UUID!) { campaign(id: $id) { id } }';
    expect(await failureOf(stage.postrider.graphql(query, { id: 'nonsense' }))).toMatchObject({
      code: 'invalid',
      status: 400,
    });
    expect((await failureOf(stage.postrider.graphql('{ nothing }'))).code).toBe('graphql_validation_failed');
  });

  it('repeats queries after a lost answer, and mutations never', async () => {
    stage.proxy.react = inTurn('/graphql', 'lose');
    await stage.postrider.graphql('{ viewer { organisation { id } } }');
    stage.proxy.react = inTurn('/graphql', 'lose');
    const send = 'mutation ($input: SendSmsInput!) { sendSms(input: $input) { message { id } } }';
    expect(await failureOf(stage.postrider.graphql(send, { input: SMS }))).toMatchObject({
      code: 'connection',
      retryable: false,
    });
    expect(await stage.countMessages()).toBe(1);
  });
});

describe('webhooks', () => {
  it('are made, post what verifyWebhook takes, and rotate their secrets', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await stage.postrider.webhooks.create({ url: receiver.url, types: ['sms.delivered'] });
    expect(await stage.postrider.webhooks.test(id)).toMatchObject({ delivered: true });
    const verify = async (secrets: string | string[]) => {
      const { rawBody, headers } = receiver.received.at(-1) ?? { rawBody: '', headers: {} };
      return verifyWebhook(rawBody, headers, secrets);
    };
    expect(await verify(secret)).toMatchObject({ type: 'sms.delivered', data: { test: true } });
    const { secret: next } = await stage.postrider.webhooks.rotateSecret(id);
    await stage.postrider.webhooks.test(id);
    for (const one of [secret, next, [next, secret]]) expect((await verify(one)).type).toBe('sms.delivered');
    expect(await stage.postrider.webhooks.update(id, { status: 'paused' })).toMatchObject({ status: 'paused' });
    expect(await stage.postrider.webhooks.list().toArray()).toHaveLength(1);
    expect(await stage.postrider.webhooks.get(id)).toMatchObject({ behind: 0, failures: 0 });
    expect(await stage.postrider.webhooks.deliveries(id).toArray()).toEqual([]);
    const filter = { types: 'sms.delivered,sms.failed', response_class: 5 };
    expect(await stage.postrider.webhooks.deliveries(id, filter).toArray()).toEqual([]);
    const since = { since: new Date(0).toISOString(), count_only: true };
    expect(await stage.postrider.webhooks.redeliverSince(id, since)).toMatchObject({ count: 0 });
    await stage.postrider.webhooks.delete(id);
    expect((await failureOf(stage.postrider.webhooks.get(id))).code).toBe('not_found');
    await receiver.stop();
  });
});

describe('a preview', () => {
  it('holds the send to what it has shown, and says what has changed', async () => {
    const { sms, suppressions } = stage.postrider;
    const campaign = { message: 'Hello', recipients: ['12025550101', '12025550157'] };
    const { accepted, preview_token } = await sms.previewBulk(campaign);
    expect(accepted).toBe(2);
    await suppressions.add(['12025550157']);
    const failure = await failureOf(sms.sendBulk({ ...campaign, preview_token }));
    expect(failure).toMatchObject({ code: 'preview_changed', status: 409, retryable: false });
    expect(failure.changes).toContainEqual({ what: 'accepted', gateway: null, was: 2, is: 1 });
    await suppressions.lift({ mobile: '12025550157' });
    expect(await sms.sendBulk({ ...campaign, preview_token })).toMatchObject({ accepted: 2 });
  });
});

describe('gateways', () => {
  it('are listed, with what waits for credit, which a call resumes', async () => {
    const { sms } = stage.postrider;
    expect(await sms.gateways()).toMatchObject([{ name: 'sandbox', kind: 'sandbox' }]);
    expect(await sms.holds()).toEqual([]);
    expect(await sms.resumeHeld()).toMatchObject({ resumed: 0 });
  });
});

describe('the inbox', () => {
  it('is read', async () => {
    const { inbox } = stage.postrider;
    expect(await inbox.list({ mobile: '12025550100' }).toArray()).toEqual([]);
    expect(await inbox.numbers()).toEqual([]);
    expect(await failureOf(inbox.get(randomUUID()))).toMatchObject({ status: 404 });
  });
});

describe('suppressions and the audit log', () => {
  it('are read and written', async () => {
    await stage.postrider.suppressions.add(['12025550155', { mobile: '12025550156', reason: 'Asked for it' }]);
    const listed = await stage.postrider.suppressions.list({ source: 'manual' }).toArray();
    expect(listed.map(({ mobile }) => mobile).sort()).toEqual(['12025550155', '12025550156']);
    const found = await stage.postrider.suppressions.list({ mobile: '12025550156' }).toArray();
    expect(found).toMatchObject([{ mobile: '12025550156', reason: 'Asked for it' }]);
    const checked = await stage.postrider.sms.checkNumbers({ numbers: ['12025550155', '12025550157', '12'] });
    expect(checked).toMatchObject([
      { delivery_code: 409, suppression: { source: 'manual' }, country: 'US' },
      { delivery_code: null, suppression: null },
      { delivery_code: 403, country: null },
    ]);
    await stage.postrider.suppressions.lift({ mobile: '12025550155' });
    const entries = await stage.postrider.auditLog({ actions: ['suppression.lifted'] }).toArray();
    expect(entries.map(({ action }) => action)).toEqual(['suppression.lifted']);
    expect(await stage.postrider.rateLimits()).toContainEqual(
      expect.objectContaining({ bucket: 'sms_send_bulk', limit: 60, window_seconds: 60 }),
    );
  });
});
