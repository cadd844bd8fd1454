import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from '../../src/domain/limits.js';
import { type Customer, useApi, useNewCustomer } from '../http/start-api.js';
import { type BulkInput, preview, routeThrough, seeCampaign, send, useRoutes } from '../support/calls/bulk-preview.js';
import { mobile, mobiles } from '../support/services.js';
import { hoursAhead } from '../support/times.js';

const api = useApi();
const customer = useNewCustomer(api);
beforeEach(() => useRoutes(api));

const suppress = (...numbers: string[]) => customer.call('POST', '/v1/suppressions/', { numbers });
const FRANCE = '33612345678';

describe('what a preview says is what the send does', () => {
  const anyRecipient = fc.record({
    to: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 30 }).map(mobile) },
      fc.constantFrom('nonsense', '12345@g.us', FRANCE, `+${mobile(1)}`, mobile(40), mobile(41)),
    ),
    variables: fc.record({ name: fc.constantFrom('Ada', 'Ἀθήνη', 'x'.repeat(200), '') }),
  });
  /** Seven in ten are accepted: the test asks for ten of forty, and with fewer it failed now and then. */
  const anyInput = fc.record(
    {
      message: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom('Hello', 'Grüße 🎉', 'Hello {{name}}') },
        fc.constantFrom('{{name}}', '{{other}}', ' '),
      ),
      recipients: fc.array(anyRecipient, { minLength: 1, maxLength: 60 }),
      senderId: fc.oneof({ weight: 4, arbitrary: fc.constant('SHOP') }, fc.constant('no sender at all')),
      test: fc.boolean(),
      reference: fc.constant('r'),
    },
    { requiredKeys: ['message', 'recipients'] },
  );

  it('of any input', async () => {
    await suppress(mobile(40), mobile(41), mobile(5));
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(anyInput, async (input: BulkInput) => {
        await api.sql('DELETE FROM rate_limits');
        const { userErrors, previewToken, ...shown } = await preview(customer, input);
        const sent = await send(customer, { ...input, ...(previewToken && { previewToken }) });
        expect(sent.userErrors).toEqual(userErrors);
        expect(sent.campaign === null).toBe(userErrors.length > 0);
        if (sent.campaign === null) return;
        const { id, ...counts } = sent.campaign;
        const { messages, gateways } = await seeCampaign(api, id);
        expect(shown).toMatchObject(counts);
        expect(shown.gateways).toEqual(gateways.map((share) => ({ ...share, creditFor: null })));
        const queued = messages.filter(({ status }) => status === 'queued');
        expect(shown.segments).toBe(queued.reduce((sum, { segments }) => sum + segments, 0));
        const problems = shown.problems.filter(({ status }: { status: string | null }) => status !== null);
        expect(problems.map((each: Problem) => [each.mobile, each.status, each.code?.code])).toEqual(
          messages.flatMap((each) =>
            each.status === 'queued' ? [] : [[each.mobile, each.status.toUpperCase(), each.delivery_code]],
          ),
        );
        const texts = queued.map(({ body }) => body);
        const lengths = texts.map(({ length }) => length);
        const [first, shortest, longest] = shown.samples.map(({ text }: { text: string }) => text);
        expect([first, shortest?.length, longest?.length]).toEqual(
          texts.length > 0 ? [texts[0], Math.min(...lengths), Math.max(...lengths)] : [undefined, undefined, undefined],
        );
        accepted += 1;
      }),
      { numRuns: 40 },
    );
    expect(accepted).toBeGreaterThan(10);
  });

  it('of 10,000 recipients', async () => {
    useRoutes(api, 'north');
    const input = { message: 'Hello', recipients: mobiles(10_000) };
    const { previewToken, accepted } = await preview(customer, input);
    expect(accepted).toBe(10_000);
    expect(await send(customer, { ...input, previewToken })).toMatchObject({ campaign: { accepted }, userErrors: [] });
  });

  it('over routes that share the messages by weight', async () => {
    const input = { message: 'Hello', recipients: mobiles(1_000) };
    const shown = await preview(customer, input);
    const [north, south] = shown.gateways;
    expect([north.gateway, south.gateway, north.messages + south.messages]).toEqual(['north', 'south', 1_000]);
    expect(north.messages / 1_000).toBeCloseTo(0.75, 1);
    const { campaign } = await send(customer, { ...input, previewToken: shown.previewToken });
    const { gateways } = await seeCampaign(api, campaign.id);
    expect(gateways.map(({ gateway, messages }) => [gateway, messages])).toEqual([
      ['north', north.messages],
      ['south', south.messages],
    ]);
  });
});

interface Problem {
  readonly mobile: string;
  readonly status: string | null;
  readonly code: { readonly code: number } | null;
}

describe('a preview', () => {
  it('names every problem with its place in the call, repeated numbers included', async () => {
    await suppress(mobile(2));
    const recipients = [mobile(1), 'nonsense', mobile(2), mobile(1), mobile(3)].map((to) => ({ to }));
    const shown = await preview(customer, { message: 'Hello', recipients });
    expect(shown).toMatchObject({ total: 4, accepted: 2, invalid: 1, suppressed: 1, duplicates: 1, segments: 2 });
    expect(shown.problems).toEqual([
      { position: 1, mobile: 'nonsense', status: 'FAILED', code: { code: 403 }, message: expect.any(String) },
      { position: 2, mobile: mobile(2), status: 'BLOCKED', code: { code: 409 }, message: expect.any(String) },
      {
        position: 3,
        mobile: mobile(1),
        status: null,
        code: null,
        message: 'The number repeats that of position 0, which gets the message.',
      },
    ]);
  });

  it('returns problems in portions', async () => {
    const recipients = ['a', 'b', 'c', 'd'].map((to) => ({ to }));
    const query = `mutation ($input: SendBulkSmsInput!) {
      previewBulkSms(input: $input) { few: problems(first: 2) { position } rest: problems(first: 9, after: 1) { position } }
    }`;
    const { body } = await customer.graphql(query, { input: { message: 'Hi', recipients } });
    expect(body.data.previewBulkSms).toEqual({
      few: [{ position: 0 }, { position: 1 }],
      rest: [{ position: 2 }, { position: 3 }],
    });
  });

  it('counts segments for each encoding, and shows the first, shortest and longest text', async () => {
    const names = ['Grace', 'Ἀ', 'x'.repeat(200)];
    const recipients = names.map((name, place) => ({ to: mobile(place), variables: { name } }));
    const shown = await preview(customer, { message: 'Hi {{name}}', recipients });
    expect(shown.encodings).toEqual([
      { encoding: 'GSM7', messages: 2, segments: 3 },
      { encoding: 'UCS2', messages: 1, segments: 1 },
    ]);
    expect(shown.samples).toEqual([
      { kind: 'FIRST', position: 0, text: 'Hi Grace', segments: 1, encoding: 'GSM7' },
      { kind: 'SHORTEST', position: 1, text: 'Hi Ἀ', segments: 1, encoding: 'UCS2' },
      { kind: 'LONGEST', position: 2, text: `Hi ${'x'.repeat(200)}`, segments: 2, encoding: 'GSM7' },
    ]);
  });

  it('estimates the end at the configured pace of the gateways, from the scheduled time', async () => {
    routeThrough(api, [{ organisationId: null, gateways: ['paced'] }], {
      name: 'paced',
      pace: { ratePerSecond: 2, rateUnit: 'segments' },
    });
    const scheduledAt = hoursAhead(1);
    const input = { message: 'x'.repeat(200), recipients: mobiles(30), scheduledAt };
    const shown = await preview(customer, input);
    expect(shown.startsAt).toBe(scheduledAt);
    expect(Date.parse(shown.estimatedEndAt) - Date.parse(scheduledAt)).toBe(30_000);
    useRoutes(api, 'north');
    expect(await preview(customer, input)).toMatchObject({ estimatedEndAt: null, startsAt: scheduledAt });
  });

  it('says for how many messages the credit is enough, and asks the gateway once', async () => {
    const script = { name: `prepaid-${randomUUID()}`, pricePerSegment: 0.1 };
    routeThrough(api, [{ organisationId: null, gateways: [script.name] }], script);
    const gateway = api.services.gateways.get(script.name) as unknown as { balance: number; probes: number };
    gateway.balance = 0.9;
    const input = { message: 'x'.repeat(400), recipients: mobiles(5) };
    expect((await preview(customer, input)).gateways).toEqual([
      { gateway: script.name, messages: 5, segments: 15, creditFor: 3 },
    ]);
    await preview(customer, input);
    expect(gateway.probes).toBe(1);
  });

  it('is refused with the errors of the send', async () => {
    const input = {
      message: 'Hello {{name}}',
      senderId: 'far too long a sender',
      recipients: [{ to: mobile(1) }, { to: mobile(2), reference: 'x'.repeat(LIMITS.referenceLength + 1) }],
    };
    const { userErrors, ...shown } = await preview(customer, input);
    expect(userErrors).toEqual((await send(customer, input)).userErrors);
    expect(userErrors).toHaveLength(4);
    expect(shown).toMatchObject({ previewToken: null, total: 0, samples: [], problems: [], startsAt: null });
  });

  it('writes nothing', async () => {
    const rowsOf = async () => {
      const tables = await api.sql<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
         WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
      );
      const counts = tables.map(({ name }) =>
        api.sql<{ n: string }>(`SELECT '${name} ' || count(*) AS n FROM ${name}`),
      );
      return (await Promise.all(counts)).flat().map(({ n }) => n);
    };
    const input = { message: 'Hello', recipients: [...mobiles(5), { to: 'nonsense' }], idempotencyKey: 'a key' };
    // The first call makes the row of its rate limit.
    await preview(customer, input);
    const before = await rowsOf();
    await preview(customer, input);
    expect(await rowsOf()).toEqual(before);
    // Nor did it use the key up.
    expect(await send(customer, { ...input, message: 'Other' })).toMatchObject({ replayed: false, userErrors: [] });
  });

  it('counts as an ordinary call of a key, and as reading of a person', async () => {
    const limits = async (by: Customer) => {
      await preview(by, { message: 'Hello', recipients: mobiles(2) });
      const { body } = await by.graphql('{ rateLimits { bucket limit remaining } }');
      const left = body.data.rateLimits.map(({ bucket, limit, remaining }: Record<string, number>) => [
        bucket,
        (limit as number) - (remaining as number),
      ]);
      return Object.fromEntries(left);
    };
    // Two: the call that asks counts as well.
    expect(await limits(customer)).toMatchObject({ GENERAL: 2, SMS_SEND_BULK: 0 });
    const person = await api.member('operator', customer.organisationId);
    expect(await limits(person)).toMatchObject({ GENERAL: 2, SMS_SEND_BULK: 0, PEOPLE: 2 });
  });
});

describe('POST /v1/sms/send-bulk/preview/', () => {
  const path = '/v1/sms/send-bulk/preview/';
  const body = { message: 'Hello', recipients: [mobile(1), mobile(1), 'nonsense'] };

  it('answers 200 with what the send would do', async () => {
    useRoutes(api, 'north');
    const answer = await customer.call('POST', path, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      preview_token: expect.any(String),
      expires_at: expect.any(String),
      total: 2,
      accepted: 1,
      invalid: 1,
      duplicates: 1,
      suppressed: 0,
      segments: 1,
      encodings: [{ encoding: 'gsm7', messages: 1, segments: 1 }],
      gateways: [{ gateway: 'north', messages: 1, segments: 1, credit_for: null }],
      samples: ['first', 'shortest', 'longest'].map((kind) => ({
        kind,
        position: 0,
        text: 'Hello',
        segments: 1,
        encoding: 'gsm7',
      })),
      problems: [
        { position: 1, mobile: mobile(1), status: null, delivery_code: null, message: expect.any(String) },
        { position: 2, mobile: 'nonsense', status: 'failed', delivery_code: 403, message: expect.any(String) },
      ],
      smart_encoding: null,
      starts_at: expect.any(String),
      valid_until: null,
      estimated_end_at: null,
    });
  });

  it('holds the send to what it has shown', async () => {
    useRoutes(api, 'north');
    const { body: shown } = await customer.call('POST', path, body);
    const bulk = { ...body, preview_token: shown.preview_token };
    expect(await customer.call('POST', '/v1/sms/send-bulk/', bulk)).toMatchObject({
      status: 202,
      body: { accepted: 1 },
    });
    const { preview_token: later } = (await customer.call('POST', path, body)).body;
    await suppress(mobile(1));
    expect(await customer.call('POST', '/v1/sms/send-bulk/', { ...body, preview_token: later })).toMatchObject({
      status: 409,
      body: {
        success: false,
        code: 'preview_changed',
        changes: [
          { what: 'accepted', gateway: null, was: 1, is: 0 },
          { what: 'suppressed', gateway: null, was: 0, is: 1 },
          { what: 'segments', gateway: null, was: 1, is: 0 },
          { what: 'gateway', gateway: 'north', was: 1, is: 0 },
        ],
      },
    });
    const forged = { ...body, preview_token: `${shown.preview_token}x` };
    expect(await customer.call('POST', '/v1/sms/send-bulk/', forged)).toMatchObject({
      status: 400,
      body: { code: 'preview_invalid', errors: { preview_token: [expect.any(String)] } },
    });
  });

  it('is refused with the errors of the send', async () => {
    const wrong = { message: 'Hi {{name}}', recipients: [mobile(1)] };
    const [shown, sent] = [
      await customer.call('POST', path, wrong),
      await customer.call('POST', '/v1/sms/send-bulk/', wrong),
    ];
    expect([shown.status, shown.body.errors, shown.body.detail]).toEqual([400, sent.body.errors, sent.body.detail]);
  });
});
