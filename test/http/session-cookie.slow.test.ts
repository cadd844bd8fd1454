import { beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, request } from 'undici';
import { setUpToken } from '../../src/domain/people/tokens.js';
import { rawSocket } from '../support/subscribers.js';
import { cookieOf, cookieSetBy, FIRST, SET_UP, VIEWER, type Visit, visit } from './sign-in.js';
import { type TestApi, useApi } from './start-api.js';

const NAMED = 'https://sms.example.org';
const OVER_TLS = useApi();
const PLAIN = useApi({ PUBLIC_URL: 'http://127.0.0.1:8080' });
const PRODUCTION = useApi({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://that.of.the.test/instead',
  SECRET_KEY: 'that of the test is used instead of it',
});
const SIGN_IN = `mutation ($input: SignInInput!) { signIn(input: $input) { person { email } userErrors { code } } }`;
const SIGN_OUT = 'mutation ($input: SignOutInput!) { signOut(input: $input) { signedOut userErrors { code } } }';
const SEND = `mutation { sendSms(input: { to: "12025550100", message: "Hi" }) { message { status } userErrors { code } } }`;
const EVENTS = 'subscription { messageStatusChanged { sequence } }';
const FOREIGN = ['https://evil.example', 'http://sms.example.org', 'https://sms.example.org.evil.example', 'null', ''];

let organisationId: string;
const signIn = async (api: TestApi) => visit(api, SIGN_IN, { email: FIRST.email, password: FIRST.password });

beforeAll(async () => {
  for (const api of [PLAIN, PRODUCTION, OVER_TLS]) {
    const { body } = await visit(api, SET_UP, { ...FIRST, token: setUpToken(api.services.secretKey) });
    organisationId = body.data.setUp.organisation.id;
  }
});

describe('the cookie of a session', () => {
  it('is for TLS and this host alone where the server is reached by TLS', async () => {
    expect(cookieSetBy(await signIn(OVER_TLS))).toMatch(
      /^__Host-postrider_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('does without both on a machine where somebody tries it out', async () => {
    expect(cookieSetBy(await signIn(PLAIN))).toMatch(
      /^postrider_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
  });

  it('is not set for a wrong password', async () => {
    const answer = await visit(OVER_TLS, SIGN_IN, { email: FIRST.email, password: 'not that one, surely' });
    expect(answer.body.data.signIn.userErrors).toEqual([{ code: 'INVALID_CREDENTIALS' }]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('is of no use under the name of the other kind', async () => {
    const cookie = cookieOf(await signIn(OVER_TLS))?.replace('__Host-', '');
    const { body } = await visit(OVER_TLS, VIEWER, null, { cookie });
    expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('is taken away by signing out, and worth nothing at once', async () => {
    const cookie = cookieOf(await signIn(OVER_TLS));
    const out = await visit(OVER_TLS, SIGN_OUT, {}, { cookie });
    expect(out.body.data.signOut).toEqual({ signedOut: true, userErrors: [] });
    expect(cookieSetBy(out)).toBe('__Host-postrider_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure');
    expect((await visit(OVER_TLS, VIEWER, null, { cookie })).status).toBe(401);
  });
});

describe('a call with the cookie', () => {
  let cookie: string | undefined;
  beforeAll(async () => {
    cookie = cookieOf(await signIn(OVER_TLS));
  });

  it.each([NAMED, undefined])('from the origin %s is made by the person', async (origin) => {
    const { body } = await visit(OVER_TLS, VIEWER, null, { cookie, origin });
    expect(body.data.viewer.person).toEqual({ email: FIRST.email });
  });

  it.each(FOREIGN)('from the origin "%s" is made by nobody, whatever it asks', async (origin) => {
    for (const query of [VIEWER, SEND]) {
      const { body } = await visit(OVER_TLS, query, null, { cookie, origin, organisationId });
      expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    }
  });

  it('acts for the organisation that the header names, and for none without it', async () => {
    const sent = await visit(OVER_TLS, SEND, null, { cookie, organisationId, origin: NAMED });
    expect(sent.body.data.sendSms).toEqual({ message: { status: 'QUEUED' }, userErrors: [] });
    const none = await visit(OVER_TLS, SEND, null, { cookie, origin: NAMED });
    expect(none.body.errors).toMatchObject([{ message: 'The header X-Organisation-Id is missing.' }]);
    const other = (await OVER_TLS.customer()).organisationId;
    const refused = await visit(OVER_TLS, SEND, null, { cookie, organisationId: other, origin: NAMED });
    expect(refused.body.errors).toMatchObject([{ extensions: { code: 'NOT_A_MEMBER' } }]);
  });

  it('is worth nothing in REST', async () => {
    const headers = { cookie: cookie ?? '', 'x-organisation-id': organisationId };
    const json = { ...headers, 'content-type': 'application/json' };
    const sent = await OVER_TLS.fetch('/v1/sms/send/', {
      method: 'POST',
      headers: json,
      body: '{"to":"12025550100","message":"Hi"}',
    });
    expect([sent.status, (await OVER_TLS.fetch('/v1/sms/campaigns/', { headers })).status]).toEqual([401, 401]);
  });

  it('as a form of another page would send it is refused before it is read', async () => {
    const body = JSON.stringify({ query: SEND });
    const headers = { cookie: cookie ?? '', 'x-organisation-id': organisationId, 'content-type': 'text/plain' };
    expect((await OVER_TLS.fetch('/graphql', { method: 'POST', headers, body })).status).toBeGreaterThanOrEqual(400);
    const address = `/graphql?query=${encodeURIComponent(VIEWER)}`;
    expect((await OVER_TLS.fetch(address, { headers: { cookie: cookie ?? '' } })).status).toBe(400);
  });

  it('subscribes to a stream of events; from elsewhere it does not', async () => {
    expect(await stream(OVER_TLS, { cookie, organisationId, origin: NAMED })).toBe(200);
    for (const origin of FOREIGN.filter(Boolean)) {
      expect(await stream(OVER_TLS, { cookie, organisationId, origin })).toBe(401);
    }
  });

  it('opens a WebSocket; from elsewhere it does not', async () => {
    expect(await webSocket(OVER_TLS, { cookie, organisationId, origin: NAMED })).toBe('open');
    for (const origin of FOREIGN.filter(Boolean)) {
      await expect(webSocket(OVER_TLS, { cookie, organisationId, origin })).rejects.toThrow('403');
    }
  });
});

describe.each([
  ['in production is made by nobody', () => PRODUCTION, 'nobody'],
  ['where things are tried out is made by the person', () => OVER_TLS, 'the person'],
] as const)('a call from a page of the address in Host that is not PUBLIC_URL', (title, apiOf, by) => {
  it(title, async () => {
    const api = apiOf();
    const cookie = cookieOf(await signIn(api));
    const { body } = await visit(api, ORGANISATIONS, null, { cookie });
    const own = { cookie, organisationId: body.data.viewer.organisations[0].organisationId, origin: NAMED };
    expect(await everyWay(api, own)).toEqual(WELCOME);
    // Behind a proxy that names our own address in Host: https there, http here.
    const atHost = { ...own, origin: api.url.replace('http:', 'https:') };
    expect(await everyWay(api, atHost)).toEqual(by === 'nobody' ? REFUSED : WELCOME);
  });
});

const ORGANISATIONS = '{ viewer { organisations { organisationId } } }';
const WELCOME = { graphql: 200, stream: 200, webSocket: 'open', rest: 401 };
const REFUSED = { graphql: 401, stream: 401, webSocket: 4403, rest: 401 };

async function everyWay(api: TestApi, by: Visit) {
  const { cookie = '', organisationId: id = '', origin = '' } = by;
  const rest = await api.fetch('/v1/sms/campaigns/', { headers: { cookie, origin, 'x-organisation-id': id } });
  const { status: graphql } = await visit(api, VIEWER, null, by);
  return { graphql, stream: await stream(api, by), webSocket: await webSocket(api, by), rest: rest.status };
}

/** The status of `/graphql/stream`. */
async function stream(api: TestApi, { cookie = '', organisationId: id = '', origin = '' }: Visit): Promise<number> {
  const headers = { cookie, origin, 'x-organisation-id': id };
  const address = `${api.url}/graphql/stream?query=${encodeURIComponent(EVENTS)}`;
  // Not fetch: it keeps connections, for which a server that stops would wait.
  const { statusCode, body } = await request(address, { headers, dispatcher: new Agent() });
  body.on('error', () => undefined).destroy();
  return statusCode;
}

/** The code with which the server closes the connection, if it does. */
async function webSocket(api: TestApi, { cookie, organisationId: id, origin }: Visit): Promise<number | 'open'> {
  const { socket, closed, say, until } = await rawSocket(api.url, { cookie, origin });
  say({ type: 'connection_init', payload: { 'x-organisation-id': id } });
  const outcome = await Promise.race([until('connection_ack'), closed]);
  socket.terminate();
  return typeof outcome === 'object' && outcome !== null && 'code' in outcome ? (outcome.code as number) : 'open';
}
