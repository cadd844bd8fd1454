import { beforeAll, describe, expect, it } from '@jest/globals';
import { setUpToken } from '../../src/domain/people/tokens.js';
import { rawSocket } from '../support/subscribers.js';
import { cookieOf, cookieSetBy, FIRST, SET_UP, VIEWER, visit } from './sign-in.js';
import { type TestApi, useApi } from './start-api.js';

const NAMED = 'https://sms.example.org';
const OVER_TLS = useApi();
const PLAIN = useApi({ PUBLIC_URL: 'http://127.0.0.1:8080' });
const SIGN_IN = `mutation ($input: SignInInput!) { signIn(input: $input) { person { email } userErrors { code } } }`;
const SIGN_OUT = 'mutation ($input: SignOutInput!) { signOut(input: $input) { signedOut userErrors { code } } }';
const SEND = `mutation { sendSms(input: { to: "12025550100", message: "Hi" }) { message { status } userErrors { code } } }`;
const EVENTS = 'subscription { messageStatusChanged { sequence } }';
const FOREIGN = ['https://evil.example', 'http://sms.example.org', 'https://sms.example.org.evil.example', 'null', ''];

let organisationId: string;
const signIn = async (api: TestApi) => visit(api, SIGN_IN, { email: FIRST.email, password: FIRST.password });

beforeAll(async () => {
  for (const api of [PLAIN, OVER_TLS]) {
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

  /** What `/graphql/stream` answers at first. */
  async function stream(origin: string) {
    const stop = new AbortController();
    const headers = { cookie: cookie ?? '', origin, 'x-organisation-id': organisationId };
    const response = await fetch(`${OVER_TLS.url}/graphql/stream?query=${encodeURIComponent(EVENTS)}`, {
      headers,
      signal: stop.signal,
    });
    stop.abort();
    return [response.status, response.headers.get('content-type')];
  }

  it('subscribes to a stream of events; from elsewhere it does not', async () => {
    expect(await stream(NAMED)).toEqual([200, 'text/event-stream; charset=utf-8']);
    for (const origin of FOREIGN.filter(Boolean)) expect((await stream(origin))[0]).toBe(401);
  });

  it('opens a WebSocket; from elsewhere it does not', async () => {
    const open = (origin: string) => rawSocket(OVER_TLS.url, { cookie, origin });
    const own = await open(NAMED);
    own.say({ type: 'connection_init', payload: { 'x-organisation-id': organisationId } });
    await own.until('connection_ack');
    own.socket.terminate();
    for (const origin of FOREIGN.filter(Boolean)) {
      await expect(open(origin)).rejects.toThrow('Unexpected server response: 403');
    }
  });
});
