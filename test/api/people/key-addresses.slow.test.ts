import { describe, expect, it } from '@jest/globals';
import { SCOPES } from '../../../src/domain/vocabulary.js';
import { createApiKey } from '../../../src/operations/people/api-keys.js';
import { createOrganisation } from '../../../src/operations/people/organisations.js';
import { type TestApi, useApi } from '../../http/start-api.js';
import { useSubscribers } from '../subscriptions/subscription-stage.js';

type Headers = Record<string, string>;

/** What a call with a key that may be used from these addresses is made with. */
async function keyFrom({ services }: TestApi, ...addresses: string[]): Promise<Headers> {
  const { id: organisationId } = await createOrganisation(services, { name: 'A customer' });
  const wanted = { organisationId, name: 'Of an office', mode: 'live', scopes: SCOPES, addresses } as const;
  const { key } = await createApiKey(services, wanted);
  return { authorization: `Bearer ${key}`, 'x-organisation-id': organisationId };
}

interface Call {
  readonly remoteAddress?: string;
  readonly headers: Headers;
}

const rest = ({ http }: TestApi, call: Call) => http.app.inject({ url: '/v1/sms/campaigns/', ...call });
const graphql = ({ http }: TestApi, call: Call) =>
  http.app.inject({ url: '/graphql', method: 'POST', payload: { query: '{ viewer { scopes } }' }, ...call });
const stream = ({ http }: TestApi, call: Call) =>
  http.app.inject({ url: '/graphql/stream', method: 'POST', payload: { query: '{ viewer { scopes } }' }, ...call });

describe('a key that is restricted to addresses', () => {
  const api = useApi();

  it.each<[address: string, isLetIn: boolean]>([
    ['192.0.2.7', true],
    ['::ffff:192.0.2.255', true],
    ['192.0.3.7', false],
    ['::ffff:192.0.3.7', false],
    ['2001:db8:0:1:2:3:4:5', true],
    ['2001:db9::1', false],
    ['198.51.100.1', true],
    ['198.51.100.2', false],
    // The bits of an allowed IPv4 address, as an IPv6 address of somebody else.
    ['::192.0.2.7', false],
  ])('may be used from %s: %s', async (remoteAddress, isLetIn) => {
    const headers = await keyFrom(api, '192.0.2.0/24', '2001:db8::/32', '::ffff:198.51.100.1');
    const answers = [rest, graphql, stream].map(
      async (call) => (await call(api, { remoteAddress, headers })).statusCode,
    );
    expect(await Promise.all(answers)).toEqual(isLetIn ? [200, 200, 200] : [403, 403, 403]);
  });

  it('is refused elsewhere with a code of its own, over REST and GraphQL, and not noted as used', async () => {
    const headers = await keyFrom(api, '192.0.2.7');
    const call = { headers, remoteAddress: '203.0.113.9' };
    expect((await rest(api, call)).json()).toMatchObject({
      code: 'address_not_allowed',
      detail: 'The API key may not be used from this address.',
    });
    expect((await graphql(api, call)).json()).toMatchObject({
      errors: [{ extensions: { code: 'ADDRESS_NOT_ALLOWED' } }],
    });
    const find = 'SELECT last_used_at FROM api_keys WHERE organisation_id = $1';
    expect(await api.sql(find, [headers['x-organisation-id']])).toEqual([{ last_used_at: null }]);
  });

  it('believes nobody about the address where no proxy is expected', async () => {
    const headers = { ...(await keyFrom(api, '192.0.2.7')), 'x-forwarded-for': '192.0.2.7' };
    expect((await rest(api, { headers, remoteAddress: '203.0.113.9' })).statusCode).toBe(403);
  });

  it('gives away nothing of an organisation to whoever does not name its own', async () => {
    const headers = {
      ...(await keyFrom(api, '192.0.2.7')),
      'x-organisation-id': '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70',
    };
    expect((await rest(api, { headers, remoteAddress: '203.0.113.9' })).statusCode).toBe(401);
  });
});

describe('a WebSocket with such a key', () => {
  const api = useApi();
  const { connect, open } = useSubscribers(api);

  it('is open to its addresses, and closed for good to others', async () => {
    await connect({ headers: await keyFrom(api, '127.0.0.0/8') });
    const raw = await open();
    raw.say({ type: 'connection_init', payload: await keyFrom(api, '192.0.2.7') });
    expect(await raw.closed).toEqual({ code: 4403, reason: 'The API key may not be used from this address.' });
  });
});

describe.each<[trustProxy: string, ofTwo: boolean, ofOne: boolean]>([
  // The first one counts, which callers can invent.
  ['true', true, true],
  ['1', false, true],
  ['2', true, true],
  ['0', false, false],
])('behind proxies, with TRUST_PROXY=%s', (trustProxy, ofTwo, ofOne) => {
  const api = useApi({ TRUST_PROXY: trustProxy });
  const { open } = useSubscribers(api);

  async function isSocketOpen(allowed: string, forwarded: string): Promise<boolean> {
    const headers = await keyFrom(api, allowed);
    const raw = await open({ ...headers, 'x-forwarded-for': forwarded });
    raw.say({ type: 'connection_init' });
    return Promise.race([raw.until('connection_ack').then(() => true), raw.closed.then(() => false)]);
  }

  it.each(['192.0.2.7', '2001:db8::7'])('the address that the outermost one has seen counts: %s', async (address) => {
    const isLetIn = async (forwarded: string) => {
      const headers = { ...(await keyFrom(api, address)), 'x-forwarded-for': forwarded };
      const isOpen = await isSocketOpen(address, forwarded);
      const statuses = [await rest(api, { headers }), await graphql(api, { headers })].map((one) => one.statusCode);
      expect(statuses).toEqual(isOpen ? [200, 200] : [403, 403]);
      return isOpen;
    };
    const invented = `${address}, 203.0.113.9`;
    expect([await isLetIn(invented), await isLetIn(address)]).toEqual([ofTwo, ofOne]);
  });
});
