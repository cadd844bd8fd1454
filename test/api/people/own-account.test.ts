import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '../../../src/domain/limits.js';
import { useApi } from '../../http/start-api.js';
import { type Browser, openBrowser, PASSWORD, signUpAs } from '../../support/people/people.js';
import { TIME } from '../../support/times.js';

const api = useApi({ TRUST_PROXY: '1', SIGN_UP: 'open' });

let people = 0;
const newAddress = () => `person-${++people}@example.org`;
const ERRORS = 'userErrors { __typename code path }';

interface Session {
  readonly id: string;
  readonly userAgent: string | null;
  readonly lastUsedFrom: string | null;
  readonly current: boolean;
}

const SESSIONS = '{ viewer { sessions { id createdAt lastUsedAt lastUsedFrom userAgent current } } }';
async function sessionsOf(browser: Browser): Promise<Session[]> {
  return (await browser.ask(SESSIONS)).body.data.viewer.sessions;
}
const whoAmI = async (browser: Browser) =>
  (await browser.ask('{ viewer { person { name } } }')).body.data?.viewer.person.name ?? null;

async function signIn(email: string, headers: Record<string, string> = {}): Promise<Browser> {
  const browser = openBrowser(api);
  const input = { email, password: PASSWORD };
  await browser.ask(
    'mutation ($input: SignInInput!) { signIn(input: $input) { person { id } } }',
    { input },
    { 'user-agent': 'Firefox', ...headers },
  );
  return browser;
}

const END = `mutation ($input: EndPersonSessionInput!) { endPersonSession(input: $input) { session { id current } ${ERRORS} } }`;
const end = async (browser: Browser, sessionId: string) =>
  (await browser.ask(END, { input: { sessionId } })).body.data.endPersonSession;
const NOT_FOUND = { session: null, userErrors: [{ __typename: 'NotFoundError', code: 'NOT_FOUND', path: [] }] };

describe('the sessions of a person', () => {
  it('are listed with where and by what they are used, last used first', async () => {
    const email = newAddress();
    const first = await signUpAs(api, email);
    const second = await signIn(email, { 'user-agent': 'Mozilla/5.0 (X11)', 'x-forwarded-for': '203.0.113.7' });
    const third = await signIn(email, { 'user-agent': 'x'.repeat(1_000) });
    await api.sql(
      `UPDATE person_sessions SET last_seen_at = last_seen_at - interval '1 hour' WHERE user_agent LIKE 'Mozilla%'`,
    );
    const sessions = await sessionsOf(third);
    expect(sessions).toHaveLength(3);
    expect(sessions[0]).toMatchObject({ userAgent: 'x'.repeat(LIMITS.userAgentLength), current: true });
    expect(sessions[1]).toMatchObject({ current: false });
    expect(sessions[2]).toEqual({
      id: expect.any(String),
      createdAt: TIME,
      lastUsedAt: TIME,
      lastUsedFrom: '203.0.113.7',
      userAgent: 'Mozilla/5.0 (X11)',
      current: false,
    });
    const current = async (browser: Browser) => (await sessionsOf(browser)).filter((session) => session.current);
    expect(await current(first)).toHaveLength(1);
    expect((await current(second))[0]?.id).toBe(sessions[2]?.id);
  });

  it('tell the address of their last use, and not those that are over', async () => {
    const email = newAddress();
    const browser = await signIn((await signUpAs(api, email)) && email, { 'x-forwarded-for': '203.0.113.7' });
    await api.sql(
      `UPDATE person_sessions SET last_seen_at = now() - interval '2 minutes' WHERE address = '203.0.113.7'`,
    );
    await sessionsOf(browser);
    const addressOf = async () => (await sessionsOf(browser)).find(({ current }) => current)?.lastUsedFrom;
    for (let tries = 0; (await addressOf()) === '203.0.113.7' && tries < 100; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await addressOf()).toMatch(/^198[.]51[.]/);
    const mine = (await sessionsOf(browser)).find(({ current }) => current)?.id;
    await api.sql(`UPDATE person_sessions SET expires_at = now() WHERE id <> $1`, [mine]);
    expect(await sessionsOf(browser)).toMatchObject([{ id: mine }]);
  });

  it('are nobody else’s to see', async () => {
    const [mine, other] = [await signUpAs(api, newAddress()), await signUpAs(api, newAddress())];
    const ids = (sessions: Session[]) => sessions.map(({ id }) => id);
    expect(ids(await sessionsOf(mine))).not.toEqual(ids(await sessionsOf(other)));
    const customer = await api.customer();
    const { body } = await customer.graphql(SESSIONS);
    expect(body.data.viewer.sessions).toEqual([]);
  });
});

describe('endPersonSession', () => {
  it('signs out another device at once, and no other', async () => {
    const email = newAddress();
    const [mine, lost] = [await signUpAs(api, email), await signIn(email)];
    const other = (await sessionsOf(mine)).find(({ current }) => !current) as Session;
    expect(await whoAmI(lost)).toBe('A person');
    expect(await end(mine, other.id)).toEqual({ session: { id: other.id, current: false }, userErrors: [] });
    expect([await whoAmI(mine), await whoAmI(lost)]).toEqual(['A person', null]);
    expect(await sessionsOf(mine)).toHaveLength(1);
    expect(await end(mine, other.id)).toEqual(NOT_FOUND);
  });

  it('of the session of the call signs out, and deletes the cookie', async () => {
    const mine = await signUpAs(api, newAddress());
    const [session] = await sessionsOf(mine);
    expect(await end(mine, session?.id ?? '')).toMatchObject({ session: { current: true } });
    expect(mine.cookie).toBeNull();
  });

  it('knows no session of another person', async () => {
    const [mine, other] = [await signUpAs(api, newAddress()), await signUpAs(api, newAddress())];
    const [theirs] = await sessionsOf(other);
    for (const id of [theirs?.id ?? '', randomUUID()]) expect(await end(mine, id)).toEqual(NOT_FOUND);
    expect(await whoAmI(other)).toBe('A person');
  });

  it('is for people: keys are refused, and so are callers without credentials', async () => {
    const customer = await api.customer();
    const call = { query: END, variables: { input: { sessionId: randomUUID() } } };
    const refused = await customer.call('POST', '/graphql', call);
    expect(refused.body.errors[0].extensions.code).toBe('NOT_A_PERSON');
    expect((await openBrowser(api).ask(call.query, call.variables)).body.errors[0].extensions.code).toBe(
      'UNAUTHENTICATED',
    );
  });
});

describe('updatePerson', () => {
  const update = (browser: Browser, input: object) =>
    browser.mutate('updatePerson', input, `person { id email name } ${ERRORS}`);

  it('renames the person at once, wherever the name is shown', async () => {
    const email = newAddress();
    const [mine, other] = [await signUpAs(api, email), await signUpAs(api, newAddress())];
    expect(await whoAmI(mine)).toBe('A person');
    const person = { id: mine.personId, email, name: 'Ada Lovelace' };
    expect(await update(mine, { name: ' Ada Lovelace ' })).toEqual({ person, userErrors: [] });
    expect([await whoAmI(mine), await whoAmI(other)]).toEqual(['Ada Lovelace', 'A person']);
    for (const nothing of [{}, { name: null }]) expect(await update(mine, nothing)).toEqual({ person, userErrors: [] });
  });

  it.each([
    ['', 'BLANK'],
    ['x'.repeat(201), 'TOO_LONG'],
    ['see www.example.org', 'INVALID'],
    ['Ada\u0007', 'INVALID'],
  ])('refuses %j', async (name, code) => {
    const mine = await signUpAs(api, newAddress());
    expect(await update(mine, { name })).toMatchObject({ person: null, userErrors: [{ code, path: ['name'] }] });
    expect(await whoAmI(mine)).toBe('A person');
  });
});
