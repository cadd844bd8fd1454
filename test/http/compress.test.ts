import { type IncomingHttpHeaders, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Customer, useApi } from './start-api.js';

const api = useApi();
let customer: Customer;
beforeAll(async () => {
  customer = await api.customer();
  const recipients = Array.from({ length: 30 }, (_, index) => `1202555${1000 + index}`);
  for (let campaign = 0; campaign < 12; campaign += 1) {
    await customer.call('POST', '/v1/sms/send-bulk/', { message: 'Hello', recipients, name: `Campaign ${campaign}` });
  }
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** As the bytes come, which `fetch` would unpack. */
function receive(path: string, acceptEncoding: string | undefined, body?: object): Promise<Received> {
  const headers = {
    ...customer.headers,
    ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
    ...(body && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const call = request(`${api.url}${path}`, { method: body ? 'POST' : 'GET', headers }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray());
      resolve({ headers: answer.headers, bytes });
    });
    call.on('error', reject).end(body && JSON.stringify(body));
  });
}

const LIST = '/v1/sms/campaigns/';
const TYPES = '__schema { types { name description } }';
const graphql = (query: string, acceptEncoding = 'gzip, deflate, br') => receive('/graphql', acceptEncoding, { query });

describe('a long answer', () => {
  it.each<[face: string, ask: (acceptEncoding?: string) => Promise<Received>]>([
    ['REST', (acceptEncoding) => receive(LIST, acceptEncoding)],
    ['GraphQL', (acceptEncoding) => receive('/graphql', acceptEncoding, { query: `{ ${TYPES} }` })],
  ])('of %s is compressed for clients that accept gzip, and says the same', async (_, ask) => {
    const [plain, packed] = [await ask(), await ask('gzip, deflate, br')];
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    for (const { headers, bytes } of [plain, packed]) {
      expect(headers.vary).toMatch(/\baccept-encoding\b/);
      expect(headers['content-length'] ?? String(bytes.length)).toBe(String(bytes.length));
    }
  });

  it.each(['identity', 'br', 'gzip;q=0', '', 'gzip;q=0.1, identity'])('is plain for "%s"', async (acceptEncoding) => {
    const { headers, bytes } = await receive(LIST, acceptEncoding);
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(String(bytes)).count).toBe(12);
  });

  it('is plain if it may hold a secret', async () => {
    const id = '019a1f0c-7d10-7c3a-8f21-5b9e2d1c0f34';
    const key =
      'createApiKey(input: { name: "A key", mode: TEST, scopes: [SMS_READ] }) { key apiKey { id name hint mode scopes createdAt } }';
    const answers = [
      await graphql(`{ sessionQr(sessionId: "${id}") { raw } ${TYPES} }`),
      await graphql(`mutation { ${Array.from({ length: 12 }, (_, index) => `k${index}: ${key}`).join(' ')} }`),
    ];
    expect(String(answers[1]?.bytes)).toContain('pr_test_');
    for (const { headers, bytes } of answers) {
      expect(bytes.length).toBeGreaterThan(2_048);
      expect(headers['content-encoding']).toBeUndefined();
    }
  });
});

it('leaves a short answer as it is', async () => {
  const { headers } = await receive(`${LIST}?page_size=1`, 'gzip');
  expect(headers['content-encoding']).toBeUndefined();
});
