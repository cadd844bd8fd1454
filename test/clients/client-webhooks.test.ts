import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { PostriderError, type PostriderEvent, verifyWebhook } from '../../packages/client/src/index.js';
import { EVENT_TYPES } from '../../src/domain/events/event.js';
import { sampleEvent } from '../../src/domain/events/samples.js';
import { makeWebhookSecret, signedHeaders, signingKey } from '../../src/domain/events/signature.js';

const SECRET = makeWebhookSecret();
const OTHER_SECRET = makeWebhookSecret();
const ID = 'evt_5f0c2a9e8d714b6f3a1c0e92';
const BODY = JSON.stringify({ ...sampleEvent('sms.delivered', new Date()), note: 'Grüße 🚚' });

function signed(secrets = [SECRET], awaySeconds = 0, body = BODY): Record<string, string> {
  const sentAt = new Date(Date.now() + awaySeconds * 1000);
  return signedHeaders(secrets.map(signingKey), { id: ID, body, sentAt });
}

const isGenuine = (headers: Record<string, string>, body = BODY, secret: string | string[] = SECRET) =>
  verifyWebhook(body, headers, secret).then(
    () => true,
    (error) => {
      if (error instanceof PostriderError && error.code === 'invalid_webhook') return false;
      throw error;
    },
  );

describe('verifyWebhook', () => {
  // `npm run check:types` refuses the list if the client does not know one of the types.
  const typed: readonly PostriderEvent['type'][] = EVENT_TYPES;

  it.each(typed)('returns an event %s with its id', async (type) => {
    const event = sampleEvent(type, new Date());
    const body = JSON.stringify(event);
    expect(await verifyWebhook(body, signed([SECRET], 0, body), SECRET)).toEqual({ id: ID, ...event });
  });

  it('takes bytes, and headers of fetch and of Node in any case of letters', async () => {
    const bytes = new TextEncoder().encode(BODY);
    const headers = Object.entries(signed());
    const shouted = Object.fromEntries(headers.map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const body of [bytes, bytes.buffer as ArrayBuffer, Buffer.from(BODY)]) {
      expect(await verifyWebhook(body, new Headers(headers), SECRET)).toMatchObject({ note: 'Grüße 🚚' });
      expect(await verifyWebhook(body, shouted, SECRET)).toMatchObject({ type: 'sms.delivered' });
    }
  });

  it('takes what the library of Standard Webhooks has signed, as that takes what we sign', async () => {
    const now = new Date();
    const signature = new Webhook(SECRET).sign(ID, now, BODY);
    const headers = { 'webhook-id': ID, 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)) };
    expect(await isGenuine({ ...headers, 'webhook-signature': signature })).toBe(true);
    expect(() => new Webhook(SECRET).verify(BODY, signed())).not.toThrow();
  });

  it('takes posts of both secrets while a secret is changed', async () => {
    expect(await isGenuine(signed([OTHER_SECRET, SECRET]))).toBe(true);
    expect(await isGenuine(signed([SECRET, OTHER_SECRET]))).toBe(true);
    for (const secret of [SECRET, OTHER_SECRET]) {
      expect(await isGenuine(signed([secret]), BODY, [OTHER_SECRET, SECRET])).toBe(true);
    }
    expect(await isGenuine(signed([OTHER_SECRET]))).toBe(false);
  });

  it('takes a time that is off as far as the tolerance, and no further', async () => {
    for (const away of [-290, 290]) expect(await isGenuine(signed([SECRET], away))).toBe(true);
    for (const away of [-310, 310]) expect(await isGenuine(signed([SECRET], away))).toBe(false);
    expect(await verifyWebhook(BODY, signed([SECRET], -310), SECRET, { tolerance: 320 })).toBeDefined();
    await expect(verifyWebhook(BODY, signed(), SECRET, { tolerance: Number.NaN })).rejects.toThrow();
  });

  const signature = signed()['webhook-signature'] as string;
  const forged: [string, Record<string, string>, string?][] = [
    ['with a changed body', {}, BODY.replace('delivered', 'failed')],
    ['parsed and written again', {}, JSON.stringify(JSON.parse(BODY), null, 1)],
    ['without a body', {}, ''],
    ['under another id', { 'webhook-id': 'evt_other' }],
    ['under another time', { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 9) }],
    ['of an unknown version', { 'webhook-signature': signature.replace('v1', 'v2') }],
    ...['', 'v1', 'v1,', ',', ' ', 'v1,é%=', `v1,${'é'.repeat(44)}`, signature.slice(3), signature.slice(0, -1)].map(
      (text): [string, Record<string, string>] => [`signed "${text}"`, { 'webhook-signature': text }],
    ),
    ...['', 'now', 'NaN', '-1', '1e400', '0x5', '9'.repeat(5_000)].map((text): [string, Record<string, string>] => [
      `with the time "${text.slice(0, 9)}"`,
      { 'webhook-timestamp': text },
    ]),
  ];
  it.each(forged)('refuses a post %s', async (_what, headers, body = BODY) => {
    expect(await isGenuine({ ...signed(), ...headers }, body)).toBe(false);
  });

  it('refuses a post without headers', async () => {
    expect(await isGenuine({})).toBe(false);
  });

  it.each(['', 'whsec_', 'wrong', undefined as unknown as string])('works with no such secret: %p', async (secret) => {
    await expect(verifyWebhook(BODY, signed(), secret)).rejects.toThrow(TypeError);
    await expect(verifyWebhook(BODY, signed(), [])).rejects.toThrow(TypeError);
  });

  it('says so when it gets a body that was parsed', async () => {
    await expect(verifyWebhook(JSON.parse(BODY), signed(), SECRET)).rejects.toThrow('raw body');
  });
});
