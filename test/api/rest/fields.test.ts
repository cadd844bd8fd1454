import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApi, useCustomer } from '../../http/start-api.js';
import { addOneOfEach, type OwnIds } from '../../support/calls/rest-example.js';

const api = useApi();
const customer = useCustomer(api);
let ids: OwnIds;
beforeAll(async () => {
  ids = await addOneOfEach(api, customer);
});

type Body = Readonly<Record<string, unknown>>;

describe('X-Ignored-Fields', () => {
  const send = (body: Body, headers = {}) => customer.call('POST', '/v1/sms/send/', body, headers);
  const SEND = { to: '12025550101', message: 'Hello' };

  it('is short and plain whatever the names are', async () => {
    const names = ['a\r\nset-cookie: b', 'x'.repeat(50_000), '\ud800', '😀'.repeat(50), ', ...', ''];
    const body = {
      ...SEND,
      ...Object.fromEntries([...names, ...Array.from({ length: 5_000 }, (_, n) => `f${n}`)].map((name) => [name, 1])),
    };
    const header = (await send(body)).headers.get('x-ignored-fields') ?? '';
    expect(header).toMatch(/^[\w.,[\]~% -]{1,2100}, \.\.\.$/);
    expect(header).toContain('a%0D%0Aset-cookie%3A%20b');
    expect(header.split(', ').length).toBeLessThanOrEqual(21);
  });

  it('names a field of many recipients once, and no variables of theirs', async () => {
    const recipients = Array.from({ length: 10_000 }, (_, n) => ({
      to: String(12025000000 + n),
      shade: 1,
      variables: { Name: 'A' },
    }));
    const answer = await customer.sendBulkSms({ message: 'Hello {{Name}}', recipients });
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([202, 'recipients[].shade']);
  });

  it('comes with a refusal too, and on routes without a body of their own', async () => {
    const refused = await send({ reciever: '12025550100', message: 'Hello' });
    expect([refused.status, refused.headers.get('x-ignored-fields')]).toEqual([400, 'reciever']);
    const sent = await send({ ...SEND, scheduled_at: new Date(Date.now() + 60_000).toISOString() });
    const cancelled = await customer.call('POST', `/v1/sms/messages/${sent.body.message_id}/cancel/?x=1`, {
      why: 'late',
    });
    expect([cancelled.status, cancelled.headers.get('x-ignored-fields')]).toEqual([200, 'x, why']);
  });

  it('is explained where the unknown name is another word for a missing field', async () => {
    const calls: [string, Body, string, string][] = [
      ['/v1/sms/send/', { to: '12025550100', text: 'Hello' }, 'message', 'text'],
      ['/v1/sms/send/', { to: '12025550100', message: null, body: 'Hello' }, 'message', 'body'],
      ['/v1/sms/send/', { phone: '12025550100', message: 'Hello' }, 'to', 'phone'],
      ['/v1/sms/send-bulk/', { to: ['12025550100'], message: 'Hello' }, 'recipients', 'to'],
    ];
    for (const [path, body, missing, sent] of calls) {
      const answer = await customer.call('POST', path, body);
      expect(answer).toMatchObject({
        status: 400,
        body: {
          errors: { [missing]: [`This field is required. Did you mean \`${missing}\` instead of \`${sent}\`?`] },
        },
      });
      expect(answer.headers.get('x-ignored-fields')).toBe(sent);
    }
  });

  it('says nothing of metadata, whose names are the caller’s', async () => {
    const answer = await send({ ...SEND, metadata: { To: 1, scheduledAt: 2 } });
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([201, null]);
  });
});

describe('A name of another service', () => {
  const SEND = { to: '12025550101', message: 'Hello' };
  const BULK = { message: 'Hello', recipients: [{ to: '12025550101' }] };
  const chat = () => `/v1/chatapp/${ids.session_id}/send/`;
  const complaints = async (path: string, body?: Body) => {
    const answer = await customer.call(body ? 'POST' : 'GET', path, body);
    return [answer.status, answer.body.errors];
  };
  const stored = async () =>
    (
      await api.sql(
        `SELECT (SELECT count(*) FROM sms_messages WHERE organisation_id = $1)
              + (SELECT count(*) FROM chat_messages WHERE organisation_id = $1) AS sent`,
        [customer.organisationId],
      )
    )[0];

  it('is refused where it would change a send, and nothing is sent', async () => {
    const before = await stored();
    const did = (ours: string) => [`Unknown name. Did you mean \`${ours}\`?`];
    const above = (ours: string) => [`Unknown name here. \`${ours}\` stands elsewhere in the call.`];
    const calls: [string, Body, Record<string, string[]>][] = [
      ['/v1/sms/send/', { ...SEND, send_at: '2027-01-01T00:00:00Z' }, { send_at: did('scheduled_at') }],
      ['/v1/sms/send/', { ...SEND, sendAt: 2027 }, { sendAt: did('scheduled_at') }],
      ['/v1/sms/send/', { ...SEND, dry_run: true, ttl: 60 }, { dry_run: did('test'), ttl: did('valid_until') }],
      ['/v1/sms/send/', { ...SEND, from: 'Shop' }, { from: did('sender_id') }],
      ['/v1/sms/send/', { ...SEND, from: 'Shop', sender_id: 'Store' }, { from: did('sender_id') }],
      ['/v1/sms/send/', { ...SEND, from: 'Shop 1', sender_id: 'Store 1' }, { from: did('sender_id') }],
      [
        '/v1/sms/send/',
        { ...SEND, idempotency_key: 'a' },
        { idempotency_key: ['Unknown name. Give the key in the header `Idempotency-Key`.'] },
      ],
      ['/v1/sms/send/?scheduled_at=2027-01-01T00:00:00Z', SEND, { scheduled_at: above('scheduled_at') }],
      ['/v1/sms/send-bulk/', { ...BULK, schedule: '2027-01-01' }, { schedule: did('scheduled_at') }],
      [
        '/v1/sms/send-bulk/',
        { ...BULK, recipients: [{ to: '12025550101', scheduled_at: '2027-01-01T00:00:00Z', sender: 'Shop' }] },
        { 'recipients.0.scheduled_at': above('scheduled_at'), 'recipients.0.sender': above('sender_id') },
      ],
      [
        '/v1/sms/send/',
        { ...SEND, 'scheduled_at[]': '2027-01-01T00:00:00Z' },
        { 'scheduled_at[]': did('scheduled_at') },
      ],
      ['/v1/sms/send/', { ...SEND, send_at: { toString: 1 } }, { send_at: did('scheduled_at') }],
      [
        '/v1/sms/send-bulk/',
        { ...BULK, recipients: [{ to: '12025550101', text: 'Hello, you' }] },
        { 'recipients.0.text': did('message') },
      ],
      [
        '/v1/suppressions/',
        { numbers: ['12025550101'], dry_run: true },
        {
          dry_run: [
            'Unknown name. This call does what it says. What a key that begins with `pr_test_` sends goes to the sandbox.',
          ],
        },
      ],
      [chat(), { ...SEND, type: 'text', send_at: 1 }, { send_at: ['Unknown name. A chat message is sent at once.'] }],
    ];
    for (const [path, body, errors] of calls) expect(await complaints(path, body)).toEqual([400, errors]);
    expect(await stored()).toEqual(before);
  });

  it('is refused where a list would ignore it', async () => {
    const did = (ours: string) => [`Unknown name. Did you mean \`${ours}\`?`];
    const calls: [string, Body | undefined, Record<string, string[]>][] = [
      ['/v1/sms/messages/?mobile=12025550101', undefined, { mobile: did('to') }],
      [
        '/v1/sms/messages/?status=failed&from=2026-01-01',
        undefined,
        { status: did('statuses'), from: did('created_after') },
      ],
      [
        '/v1/sms/messages/?ordering=-created_at',
        undefined,
        { ordering: ['Unknown name. The order of this list is fixed.'] },
      ],
      ['/v1/sms/messages/?statuses[]=failed', undefined, { 'statuses[]': did('statuses') }],
      [
        '/v1/sms/messages/?created_at[gte]=2026&id=1',
        undefined,
        { 'created_at[gte]': did('created_after'), id: ['Unknown name. This list cannot be filtered by it.'] },
      ],
      ['/v1/webhooks/?search=shop', undefined, { search: ['Unknown name. This list has no search.'] }],
      [
        '/v1/inbox/?sender=1&own_number=2&test=true&received_after=2026-01-01',
        undefined,
        Object.fromEntries(
          ['sender', 'own_number', 'test', 'received_after'].map((name) => [
            name,
            ['Unknown name. This list cannot be filtered by it.'],
          ]),
        ),
      ],
      ['/v1/webhooks/?mobile=1', undefined, { mobile: ['Unknown name. This list cannot be filtered by it.'] }],
      ['/v1/sms/campaigns/messages/', { campaign_id: ids.campaign_id, offset: 100 }, { offset: did('page') }],
      ['/v1/sms/campaigns/messages/?offset=100', { campaign_id: ids.campaign_id }, { offset: did('page') }],
      [
        '/v1/sms/campaigns/messages/',
        {
          campaign_id: ids.campaign_id,
          phone: '1',
          to: '1',
          ref: 'a',
          state: 'failed',
          error_code: 403,
          mobiles: ['1'],
        },
        {
          ...{ phone: did('mobile'), to: did('mobile'), mobiles: did('mobile'), ref: did('reference') },
          ...{ state: did('message_statuses'), error_code: did('delivery_codes') },
        },
      ],
      [
        '/v1/sms/campaigns/messages/?cursor=x&mobile=1&campaignId=2&search=3',
        undefined,
        {
          mobile: ['Unknown name here. The cursor says it; to ask for something else, call by POST.'],
          campaignId: ['Unknown name here. The cursor says it; to ask for something else, call by POST.'],
          search: ['Unknown name. This list has no search.'],
        },
      ],
    ];
    for (const [path, body, errors] of calls) expect(await complaints(path, body)).toEqual([400, errors]);
  });

  it('is ignored where it changes nothing', async () => {
    const nothing = { send_at: null, dry_run: '0', schedule: {}, ttl: 0, from: '' };
    const body = { ...SEND, ...nothing, ordering: 'name', mobile: '12025550101' };
    const answer = await customer.call('POST', '/v1/sms/send/', body);
    expect([answer.status, answer.headers.get('x-ignored-fields')]).toEqual([
      201,
      'send_at, dry_run, schedule, ttl, from, ordering, mobile',
    ]);
    const twice = { ...SEND, sender_id: '12025550199', from: '+12025550199', test: true, sandbox: 'true' };
    expect((await customer.call('POST', '/v1/sms/send/', twice)).status).toBe(201);
  });

  it('is suggested for a field or a word that a chat message lacks', async () => {
    const lacking = (field: string, sent: string) => ({
      [field]: [`This field is required. Did you mean \`${field}\` instead of \`${sent}\`?`],
    });
    const to = '12025550101';
    const url = 'https://example.org/a.pdf';
    expect(await complaints(chat(), { to, type: 'text', text: 'Hello' })).toEqual([400, lacking('message', 'text')]);
    expect(await complaints(chat(), { to, type: 'image', media_url: url })).toEqual([400, lacking('url', 'media_url')]);
    expect(await complaints(chat(), { chat_id: to, type: 'text', message: 'Hello' })).toEqual([
      400,
      lacking('to', 'chat_id'),
    ]);
    expect(await complaints(chat(), { to, type: 'document', url })).toEqual([
      400,
      { type: ['Must be one of text, image, video, voice, file. Did you mean `file`?'] },
    ]);
  });

  const STRICT = ['handling=strict', 'respond-async, Handling = "strict"; wait=10', 'foo="a, b", handling=strict;x'];
  it.each(STRICT)('is refused like every unknown name if the caller prefers so: %s', async (prefer) => {
    const answer = await customer.call('POST', '/v1/sms/send/', { ...SEND, colour: 1 }, { prefer });
    expect([answer.status, answer.body.errors]).toEqual([400, { colour: ['Unknown name.'] }]);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
  });

  const LENIENT = [
    'handling=lenient',
    'handling=lenient, handling=strict',
    'foo="a, handling=strict"',
    'foo="\\", handling=strict',
  ];
  it.each(LENIENT)('is ignored if the caller prefers lenience, or something else: %s', async (prefer) => {
    const answer = await customer.call('POST', '/v1/sms/send/', { ...SEND, colour: 1 }, { prefer });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([201, null]);
  });
});

describe('a repeated call', () => {
  const SEND = { to: '12025550101', message: 'Hello' };
  it.each([
    ['an unknown field', { ...SEND, colour: 1 }, SEND],
    ['null', { ...SEND, reference: null, scheduled_at: null }, SEND],
    ['""', { ...SEND, sender_id: '', scheduled_at: '', at_least_once: '' }, SEND],
  ])('replays with %s, with and without it', async (_, body, plain) => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await customer.call('POST', '/v1/sms/send/', body, key);
    expect(first.status).toBe(201);
    for (const again of [body, plain]) {
      const { text, headers } = await customer.call('POST', '/v1/sms/send/', again, key);
      expect([text, headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    }
  });
});

describe('the request hash', () => {
  const SENDER_AND_TIME = { senderId: null, scheduledAt: null };
  const REST = { metadata: null, atLeastOnce: null };
  // As it was before empty texts counted as absent: a call that is repeated over an update has to be recognised.
  it.each([
    [
      '/v1/sms/send/',
      { to: '12025550101', message: 'Hello', reference: '' },
      { to: '12025550101', message: 'Hello', ...SENDER_AND_TIME, reference: '', ...REST },
    ],
    [
      '/v1/sms/send-bulk/',
      { message: 'Hello', recipients: [{ to: '12025550101', reference: '' }], name: '' },
      {
        message: 'Hello',
        recipients: [{ to: '12025550101', variables: null, reference: '' }],
        name: '',
        ...SENDER_AND_TIME,
        reference: null,
        ...REST,
      },
    ],
    [
      '/v1/suppressions/',
      { numbers: [{ mobile: '12025550102', reason: '' }] },
      { numbers: [{ mobile: '12025550102', senderId: null, reason: '' }] },
    ],
  ])('of POST %s covers the empty texts of the caller', async (path, body, hashed) => {
    const key = randomUUID();
    const answer = await customer.call('POST', path, { ...body, colour: 1 }, { 'idempotency-key': key });
    expect(answer.status).toBeLessThan(300);
    const hash = createHash('sha256').update(JSON.stringify(hashed)).digest('hex');
    const stored = await api.sql(`SELECT encode(request_hash, 'hex') AS hash FROM idempotency_keys WHERE key = $1`, [
      key,
    ]);
    expect(stored).toEqual([{ hash }]);
  });
});

describe('an empty text of the caller’s own', () => {
  const rows = <Row extends object>(text: string, id: string) => api.sql<Row>(text, [id]);

  it('is none: of a message', async () => {
    const { body } = await customer.sendSms({ to: '12025550100', reference: '' });
    expect((await customer.call('GET', `/v1/sms/messages/${body.message_id}/`)).body.reference).toBeNull();
  });

  it('is none: of a campaign and its recipients', async () => {
    const recipients = [{ to: '12025550100', reference: '' }];
    const body = { message: 'Hello', recipients, reference: 'all', name: '' };
    const { body: made } = await customer.call('POST', '/v1/sms/send-bulk/', body);
    expect((await customer.call('GET', `/v1/sms/campaigns/${made.campaign_id}/`)).body.name).toBeNull();
    expect(await rows('SELECT reference FROM sms_messages WHERE campaign_id = $1', made.campaign_id)).toEqual([
      { reference: null },
    ]);
  });

  it('is none: of a suppression', async () => {
    const numbers = [{ mobile: '12025550133', reason: '', sender_id: '' }];
    const { body } = await customer.call('POST', '/v1/suppressions/', { numbers });
    expect(body.results).toMatchObject([{ reason: null, sender_id: null, delivery_code: 409 }]);
  });

  it('is none: of a medium', async () => {
    const body = { to: '12025550100', type: 'file', url: 'https://example.org/a.pdf', filename: '', mime_type: '' };
    const { body: sent } = await customer.call('POST', `/v1/chatapp/${ids.session_id}/send/`, body);
    expect(await rows('SELECT filename, mime_type FROM chat_messages WHERE message_id = $1', sent.message_id)).toEqual([
      { filename: null, mime_type: 'application/pdf' },
    ]);
  });

  it('removes the description of a webhook, and changes nothing else of it', async () => {
    const change = async (body: Body) => (await customer.call('PATCH', `/v1/webhooks/${ids.webhook_id}/`, body)).body;
    const before = await change({ description: 'Orders', types: ['sms.sent'] });
    expect(await change({ url: '', status: '', skip_backlog: '' })).toMatchObject({
      url: before.url,
      description: 'Orders',
    });
    expect(await change({ description: '' })).toMatchObject({ description: null, types: ['sms.sent'] });
  });
});

describe('what is no optional value', () => {
  const BULK = { message: 'Hello', recipients: ['12025550100'] };
  it.each([
    ['to', '/v1/sms/send/', { to: '12025550100', message: 'Hello' }, ['', null]],
    ['message', '/v1/sms/send/', { to: '12025550100', message: 'Hello' }, ['', null]],
    ['message', '/v1/sms/send-bulk/', BULK, ['', null]],
    ['recipients', '/v1/sms/send-bulk/', BULK, ['', null, []]],
    ['types', '/v1/webhooks/', { url: 'http://127.0.0.1:9/' }, ['', []]],
    ['metadata', '/v1/sms/send/', { to: '12025550100', message: 'Hello' }, ['']],
  ])('is refused when it is empty: %s of POST %s', async (field, path, body, empties) => {
    for (const empty of empties) {
      const answer = await customer.call('POST', path, { ...body, [field]: empty });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
    }
  });

  it('is refused when it is empty: types of a webhook that is changed', async () => {
    const path = `/v1/webhooks/${ids.webhook_id}/`;
    const answer = await customer.call('PATCH', path, { types: [] });
    expect(answer).toMatchObject({ status: 400, body: { errors: { types: ['Name at least one type of event.'] } } });
  });

  it.each([
    ['send', '12025550100', false],
    ['groups/send', '120363025550100@g.us', true],
  ])('of a chat message by %s/ covers the content', async (path, to, isGroup) => {
    const key = randomUUID();
    const headers = { 'idempotency-key': key };
    const url = 'https://example.org/menu.jpg';
    await customer.call('POST', `/v1/chatapp/${ids.session_id}/${path}/`, { to, type: 'image', url }, headers);
    const media = { url, filename: null, mimeType: 'image/jpeg' };
    const hashed = { sessionId: ids.session_id, to, isGroup, type: 'image', text: null, media };
    const hash = createHash('sha256').update(JSON.stringify(hashed)).digest('hex');
    const stored = await api.sql(`SELECT encode(request_hash, 'hex') AS hash FROM idempotency_keys WHERE key = $1`, [
      key,
    ]);
    expect(stored).toEqual([{ hash }]);
  });
});
