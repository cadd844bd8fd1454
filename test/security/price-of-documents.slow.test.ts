import { describe, expect, it } from '@jest/globals';
import { REFUSED_DOCUMENTS } from '../../src/domain/limits.js';
import { useApi, useNewCustomer } from '../http/start-api.js';
import { POLICY } from '../support/policy.js';
import { rawSocket } from '../support/subscribers.js';

const api = useApi();
const customer = useNewCustomer(api);

const DECENT = '{ organisation { id } }';
const json = (query: string) => ({ query });
const ask = (query: string, caller = customer) => caller.call('POST', '/graphql', json(query));
const LIMIT = POLICY.callsPerMinute.general;

/** What is left of the limit, as the answer says. */
const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));

/** The answer to what was not read says nothing of a limit. */
const wasRead = ({ headers }: { headers: Headers }) => headers.has('ratelimit');

/** Until no more are read. */
async function useUpRefusals(status = 400): Promise<void> {
  for (let count = 0; count < REFUSED_DOCUMENTS.points; count += 1) {
    const answer = await ask(`{ nothing${count} }`);
    expect([answer.status, wasRead(answer)]).toEqual([status, true]);
  }
}

describe('a document that is refused', () => {
  it.each([
    ['for its text', '{ '],
    ['for its fields', '{ nothing }'],
    ['for its cost', '{ campaigns(first: 100) { nodes { messages(first: 1000) { nodes { to } } } } }'],
    ['for its length', `{ ${'a'.repeat(60_000)} }`],
    ['for its arguments', '{ campaigns(first: "x") { totalCount } }'],
  ])('%s counts as one call', async (_, query) => {
    const answers = [await ask(query), await ask(query), await ask(DECENT)];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 200]);
    expect(answers.map(left)).toEqual([LIMIT - 1, LIMIT - 2, LIMIT - 3]);
  });

  it.each([
    ['that is no JSON', '{', {}, 400],
    ['of a batch', '[{}]', {}, 400],
    ['of another type', '{}', { 'content-type': 'text/plain' }, 415],
    ['that is too large', 'x'.repeat(4_194_305), {}, 413],
  ])('with a body %s counts as one call', async (_, body, headers, status) => {
    const answer = await customer.call('POST', '/graphql', body, headers);
    expect([answer.status, left(answer)]).toEqual([status, LIMIT - 1]);
  });

  it('counts for its sender alone', async () => {
    const other = await api.customer();
    await ask('{ nothing }');
    expect(left(await ask(DECENT, other))).toBe(LIMIT - 1);
  });

  it('counts for a person without an organisation, too', async () => {
    const { headers } = await api.member();
    const { 'x-organisation-id': _, ...cookie } = headers;
    const init = { method: 'POST', headers: { ...cookie, 'content-type': 'application/json' } };
    const answer = await api.fetch('/graphql', { ...init, body: JSON.stringify(json('{ nothing }')) });
    expect([answer.status, left(answer)]).toEqual([400, POLICY.callsPerMinute.people - 1]);
  });

  it('is a 429 when the limit is used up, with the time to wait', async () => {
    await ask(DECENT);
    await api.sql(
      `UPDATE rate_limits SET totals[1] = totals[62] + ${LIMIT} WHERE key = 'general:${customer.organisationId}'`,
    );
    const answer = await ask('{ nothing }');
    expect(answer).toMatchObject({ status: 429, body: { errors: [{ extensions: { code: 'THROTTLED' } }] } });
    expect(answer.headers.get('retry-after')).toBe(String(answer.body.errors[0].extensions.retryAfterSeconds));
    expect(left(answer)).toBe(0);
  });

  it('is a 429 in the same words when it could not even be read', async () => {
    await ask(DECENT);
    await api.sql(
      `UPDATE rate_limits SET totals[1] = totals[62] + ${LIMIT} WHERE key = 'general:${customer.organisationId}'`,
    );
    const inWords = await ask('{ nothing }');
    for (const type of ['application/json', 'text/plain']) {
      const answer = await customer.call('POST', '/graphql', '{', { 'content-type': type });
      expect([answer.status, Object.keys(answer.body), left(answer)]).toEqual([429, ['errors'], 0]);
      expect(answer.body.errors[0].extensions.code).toBe('THROTTLED');
      for (const name of ['content-type', 'x-request-id', 'retry-after']) {
        expect(answer.headers.has(name)).toBe(inWords.headers.has(name));
      }
    }
  });
});

describe('a document that asks for the schema alone', () => {
  it.each(['{ __typename }', '{ __schema { queryType { name } } }'])('counts as one call: %s', async (query) => {
    const answer = await ask(query);
    expect([answer.status, left(answer)]).toEqual([200, LIMIT - 1]);
  });
});

describe('after many refused documents', () => {
  it('unknown ones are not read, and those that have been run are', async () => {
    const known = `{ organisation { id name } }`;
    await ask(known);
    await useUpRefusals();
    const unread = await ask('{ organisation { name id } }');
    expect(unread).toMatchObject({ status: 429, body: { errors: [{ extensions: { code: 'THROTTLED' } }] } });
    expect(Number(unread.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await ask(known)).toMatchObject({ status: 200 });
    // Nothing is read that would only be refused, and nothing that is not read counts.
    expect(left(await ask(known))).toBe(LIMIT - REFUSED_DOCUMENTS.points - 3);
    const long = await customer.call('POST', '/graphql', 'x'.repeat(100_000));
    expect(long).toMatchObject({ status: 429 });
    expect(await customer.call('GET', '/v1/sms/campaigns/')).toMatchObject({ status: 200 });
    expect(await ask('{ organisation { name id } }', await api.customer())).toMatchObject({ status: 200 });
  });

  it.each(['stream', 'WebSocket'])('nor are those that come by %s', async (way) => {
    const say = way === 'stream' ? byStream : await bySocket();
    const codes: string[] = [];
    for (let count = 0; count <= REFUSED_DOCUMENTS.points; count += 1) codes.push(await say(`{ nothing${count} }`));
    expect(codes.slice(0, -1)).toEqual(Array(REFUSED_DOCUMENTS.points).fill('GRAPHQL_VALIDATION_FAILED'));
    expect(codes.at(-1)).toBe('THROTTLED');
    const [counted] = await api.sql(
      `SELECT totals[1] AS calls FROM rate_limits WHERE key = 'general:${customer.organisationId}'`,
    );
    expect(counted).toEqual({ calls: REFUSED_DOCUMENTS.points });
    expect(await ask('{ nothing }')).toMatchObject({ status: 429 });
  });
});

describe('when the limit is used up', () => {
  const UNKNOWN = '{ organisation { nobodyHasAskedSo: id } }';
  const reachLimit = async () => {
    await ask(DECENT);
    await api.sql(
      `UPDATE rate_limits SET totals[1] = totals[62] + ${LIMIT} WHERE key = 'general:${customer.organisationId}'`,
    );
  };

  it('documents that only have to wait count as refused: soon unknown ones are not read', async () => {
    await reachLimit();
    for (let count = 0; count < REFUSED_DOCUMENTS.points; count += 1) {
      // Known ones cost little, and do not count.
      for (const query of [`{ organisation { id alias${count}: id } }`, DECENT]) {
        const answer = await ask(query);
        expect([answer.status, wasRead(answer)]).toEqual([429, true]);
      }
    }
    const [unknown, known] = [await ask(UNKNOWN), await ask(DECENT)];
    expect([unknown.status, wasRead(unknown)]).toEqual([429, false]);
    expect([known.status, wasRead(known)]).toEqual([429, true]);
  });

  it('a document that is refused besides counts once', async () => {
    await reachLimit();
    await useUpRefusals(429);
    expect(wasRead(await ask(UNKNOWN))).toBe(false);
  });

  it.each(['stream', 'WebSocket'])('subscriptions are not read at all: by %s', async (way) => {
    await reachLimit();
    const say = way === 'stream' ? byStream : await bySocket();
    for (let count = 0; count <= REFUSED_DOCUMENTS.points; count += 1) {
      expect(await say(`subscription { sessionStatusChanged { id alias${count}: id } }`)).toBe('THROTTLED');
      expect(await say(`{ nothing${count} }`)).toBe('THROTTLED');
    }
    // Of what is read in vain something would be noted.
    expect(wasRead(await ask(UNKNOWN))).toBe(true);
  });
});

async function byStream(query: string): Promise<string> {
  const { text } = await customer.call('POST', '/graphql/stream', json(query));
  return /"code":"(\w+)"/.exec(text)?.[1] ?? text;
}

async function bySocket() {
  const { socket, say, said } = await rawSocket(api.url);
  const heard = () => new Promise((resolve) => socket.once('message', () => setImmediate(resolve)));
  const welcome = heard();
  say({ type: 'connection_init', payload: customer.headers });
  await welcome;
  return async (query: string): Promise<string> => {
    const answer = heard();
    say({ id: 'one', type: 'subscribe', payload: json(query) });
    await answer;
    return said.at(-1).payload[0].extensions.code;
  };
}
