import { describe, expect, it } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { useApi, useCustomer, useMember } from '../http/start-api.js';

const api = useApi();

/**
 * A page elsewhere can make a browser send a GET with the cookie of a person, so a GET needs a header that such a page
 * cannot set. Apollo checks this before anyone knows whether there was a cookie. To exempt calls without one, a check
 * of ours would have to replace Apollo's, and all that such a call could read is the schema and an invitation.
 */
const GET_WITHOUT_HEADERS = 'a GET that has none of the headers of a program';
/**
 * GraphQL over HTTP prefers 200 for `application/json`, since proxies might replace a 4xx by a page of their own. Here
 * every refusal has its status (401, 403, 429, 503) whatever the caller accepts, so a 200 would hide just these from
 * logs and alarms, and spare no client from reading the body of a 4xx. It is also what Apollo Server does.
 */
const REFUSED_DOCUMENT = 'a refused document that is a 400 for application/json too';

type Deviations = Readonly<Record<string, string>>;

/**
 * Audits that this server does not pass, on purpose. Each that it does pass, or that is no audit any more, has to leave
 * the list.
 */
const DEVIATIONS: Deviations = {
  // MAY accept GET. It does from every program, which shows a key, a token or an organisation.
  '5A70': GET_WITHOUT_HEADERS,
  // MAY take the variables of a GET, for either type of response. The same: only the headers are missing.
  D6D5: GET_WITHOUT_HEADERS,
  '6A70': GET_WITHOUT_HEADERS,
  // SHOULD be 200 for a document that cannot be parsed. Nothing has run: the caller has a bug that a log should show.
  '572B': REFUSED_DOCUMENT,
  // SHOULD be 200 for a document that does not fit the schema. The same bug, seen after a change of either side.
  FDE2: REFUSED_DOCUMENT,
  // SHOULD be 200 for variables that do not fit. REST answers 400 to such a value as well.
  '7B9B': REFUSED_DOCUMENT,
};
const DEVIATIONS_WITH_HEADERS: Deviations = Object.fromEntries(
  Object.entries(DEVIATIONS).filter(([, reason]) => reason !== GET_WITHOUT_HEADERS),
);

const customer = useCustomer(api);
const member = useMember(api);

const CALLERS: readonly (readonly [string, () => Readonly<Record<string, string>>, Deviations])[] = [
  ['with a key', () => customer.headers, DEVIATIONS_WITH_HEADERS],
  ['of a person', () => member.headers, DEVIATIONS_WITH_HEADERS],
  ['without headers', () => ({}), DEVIATIONS],
];

function auditsFor(headers: Readonly<Record<string, string>>) {
  const fetchFn = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...headers, ...init.headers } });
  return serverAudits({ url: () => `${api.url}/graphql`, fetchFn });
}

describe.each(CALLERS)('the audits of GraphQL over HTTP, in calls %s', (_, headersOf, deviations) => {
  it.each(auditsFor({}).map(({ id, name }) => [id, name]))('%s: %s', async (id) => {
    const audit = auditsFor(headersOf()).find((one) => one.id === id);
    const result = await audit?.fn();
    const isPassed = result?.status === 'ok';
    const reason = result && 'reason' in result ? result.reason : '';
    expect({ isPassed, reason: isPassed ? '' : reason }).toEqual({
      isPassed: !(id in deviations),
      reason: id in deviations ? expect.stringMatching(/^Response status code is not/) : '',
    });
  });
});

describe('the deviations', () => {
  it('are audits that there are, and none that a server must pass', () => {
    const names = new Map(auditsFor({}).map(({ id, name }) => [id, name]));
    for (const id of Object.keys(DEVIATIONS)) expect(names.get(id)).toMatch(/^(?:SHOULD|MAY) /);
  });

  it('of reading by GET ends with a header that pages elsewhere cannot set', async () => {
    const headers = { 'apollo-require-preflight': 'true' };
    const answer = await api.fetch(`/graphql?query=${encodeURIComponent('{ __typename }')}`, { headers });
    expect(answer).toMatchObject({ status: 200, body: { data: { __typename: 'Query' } } });
  });
});

/** What the audits leave out, since they cannot know a schema or who may call. */
describe('an answer of which nothing succeeded', () => {
  const ask = (query: string, headers: Readonly<Record<string, string>> = {}) =>
    api.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
      body: JSON.stringify({ query }),
    });
  const NOBODYS = '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70';
  const SEND = 'sendSms(input: { to: "12025550100", message: "Hi" }) { message { id } }';

  it.each([`{ campaign(id: "${NOBODYS}") { id } }`, '{ deliveryCodes { code } }', `mutation { ${SEND} }`])(
    'has its error for status, and no data: %s',
    async (query) => {
      const answer = await ask(query);
      expect(answer.status).toBe(401);
      expect(Object.keys(answer.body)).toEqual(['errors', 'extensions']);
    },
  );

  it.each([
    [`{ campaign(id: "${NOBODYS}") { id } }`, { campaign: null }],
    [`{ campaign(id: "${NOBODYS}") { id } node(id: "x") { id } }`, undefined],
    [`{ a: campaign(id: "${NOBODYS}") { id } b: messages(first: 5000) { totalCount } }`, undefined],
  ])('is told from one that says that there is no such thing: %s', async (query, data) => {
    const answer = await ask(query, customer.headers);
    expect(answer.status).toBe(data ? 200 : 400);
    expect(answer.body.data).toEqual(data);
  });

  it('is told from one in which something succeeded', async () => {
    const reader = await api.customer({ scopes: ['sms:read'] });
    const query = `{ campaign(id: "${NOBODYS}") { id } session(id: "${NOBODYS}") { id } }`;
    const answer = await ask(query, reader.headers);
    expect(answer).toMatchObject({ status: 200, body: { data: { campaign: null, session: null } } });
    expect(answer.body.errors).toMatchObject([{ path: ['session'], extensions: { code: 'FORBIDDEN' } }]);
  });
});
