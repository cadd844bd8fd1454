import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_LIMITS, type Limit } from '../../../src/domain/limits.js';
import { openSession, verifyPassword } from '../../../src/operations/people/sign-in.js';
import { useApi } from '../../http/start-api.js';
import { type Browser, openBrowser, openMailbox, PASSWORD, signUpAs } from '../../support/people/people.js';
import { POLICY } from '../../support/policy.js';

const api = useApi({ TRUST_PROXY: 'true' });
const forgetTries = () => api.sql('DELETE FROM account_tries; DELETE FROM rate_limits');

let count = 0;
const newAddress = () => {
  count += 1;
  return `person${count}@example.org`;
};

const ERRORS = 'userErrors { code message path }';
const signUp = (browser: Browser, email: string, password = PASSWORD) =>
  browser.mutate('signUp', { email, name: 'Ada', password }, `challenge ${ERRORS}`);
const verify = (browser: Browser, challenge: string, code: string) =>
  browser.mutate('verifyEmail', { challenge, code }, `person { email } ${ERRORS}`);
const signIn = (browser: Browser, email: string, password = PASSWORD) =>
  browser.mutate('signIn', { email, password }, `person { email } ${ERRORS}`);
/** For its status. */
const trySignIn = (browser: Browser, email: string, password = PASSWORD) =>
  browser.ask('mutation ($input: SignInInput!) { signIn(input: $input) { person { email } } }', {
    input: { email, password },
  });
const requestReset = (browser: Browser, email: string) =>
  browser.mutate('requestPasswordReset', { email }, `challenge ${ERRORS}`);
const reset = (browser: Browser, challenge: string, code: string, password = 'another long password') =>
  browser.mutate('resetPassword', { challenge, code, password }, `person { email } ${ERRORS}`);
const whoAmI = async (browser: Browser) => (await browser.ask('{ viewer { person { email } } }')).body;
const NOBODY = { errors: [expect.objectContaining({ extensions: { code: 'UNAUTHENTICATED' } })] };

describe('signing up', () => {
  it('makes an account once the code from the mail has come back, and signs in', async () => {
    const [browser, mailbox, email] = [openBrowser(api), openMailbox(api), newAddress()];
    const { challenge, userErrors } = await signUp(browser, email.toUpperCase());
    expect([challenge, userErrors]).toEqual([expect.stringMatching(/^[\w-]{43}$/), []]);
    expect((await signIn(openBrowser(api), email)).userErrors).toHaveLength(1);

    const verified = await verify(browser, challenge, await mailbox.codeFor(email));
    expect(verified).toEqual({ person: { email }, userErrors: [] });
    expect(await whoAmI(browser)).toMatchObject({ data: { viewer: { person: { email } } } });
    expect((await signIn(openBrowser(api), email)).person).toEqual({ email });
  });

  it('looks the same for an address that has an account, whose owner is told by mail', async () => {
    const email = newAddress();
    await signUpAs(api, email);
    const [browser, mailbox] = [openBrowser(api), openMailbox(api)];
    expect(await signUp(browser, email, 'a password of a stranger')).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      userErrors: [],
    });
    expect(await mailbox.read(email)).toMatchObject([{ subject: 'You already have a Postrider account' }]);
    expect((await signIn(browser, email, 'a password of a stranger')).person).toBeNull();
    expect((await signIn(browser, email)).person).toEqual({ email });
  });

  it('never lets somebody in who has signed up with the address of another', async () => {
    const [owner, stranger, mailbox, email] = [openBrowser(api), openBrowser(api), openMailbox(api), newAddress()];
    const own = await signUp(owner, email);
    await signUp(stranger, email, 'a password of a stranger');
    // What comes by mail now belongs to the challenge of the stranger, which the owner does not have.
    const code = await mailbox.codeFor(email);
    expect((await verify(owner, own.challenge, code)).person).toBeNull();
    const again = await signUp(owner, email);
    const fresh = await mailbox.codeFor(email);
    expect((await verify(owner, again.challenge, fresh)).person).toEqual({ email });
    expect((await signIn(stranger, email, 'a password of a stranger')).person).toBeNull();
  });

  it.each([
    ['email', { email: 'nobody' }],
    ['email', { email: 'a@b.c\r\nBcc: d@e.f' }],
    ['name', { name: ' ' }],
    ['password', { password: 'short' }],
    ['password', { password: 'aaaaaaaaaaaaaaa' }],
    ['password', { password: 'x'.repeat(300) }],
  ])('complains about a %s that cannot be: %j', async (path, wrong) => {
    const input = { email: newAddress(), name: 'Ada', password: PASSWORD, ...wrong };
    const refused = await openBrowser(api).mutate('signUp', input, `challenge ${ERRORS}`);
    expect(refused).toEqual({ challenge: null, userErrors: [expect.objectContaining({ path: [path] })] });
    expect(JSON.stringify(refused)).not.toContain(String(Object.values(wrong)[0]).trim() || 'never');
  });
});

describe('a forgotten password', () => {
  it('is replaced by code, which ends every session', async () => {
    const email = newAddress();
    const before = await signUpAs(api, email);
    const [browser, mailbox] = [openBrowser(api), openMailbox(api)];
    const { challenge } = await requestReset(browser, email);
    const done = await reset(browser, challenge, await mailbox.codeFor(email));
    expect(done).toEqual({ person: { email }, userErrors: [] });
    expect(await api.sql('SELECT 1 FROM person_sessions WHERE person_id = $1', [before.personId])).toHaveLength(1);
    expect((await signIn(openBrowser(api), email)).person).toBeNull();
    expect((await signIn(openBrowser(api), email, 'another long password')).person).toEqual({ email });
    expect((await mailbox.read(email)).at(-1)?.subject).toBe('Your Postrider password was changed');
  });

  it('is answered alike for an address that nobody has, to which no mail goes', async () => {
    const mailbox = openMailbox(api);
    const answer = await requestReset(openBrowser(api), newAddress());
    expect(answer).toEqual({ challenge: expect.stringMatching(/^[\w-]{43}$/), userErrors: [] });
    expect(await mailbox.read()).toEqual([]);
    expect(await api.sql('SELECT 1 FROM mails')).toEqual([]);
  });

  it('needs the challenge of whoever asked: a code alone is worth nothing', async () => {
    const email = newAddress();
    await signUpAs(api, email);
    const [owner, stranger, mailbox] = [openBrowser(api), openBrowser(api), openMailbox(api)];
    await requestReset(owner, email);
    const code = await mailbox.codeFor(email);
    const { challenge } = await requestReset(stranger, newAddress());
    expect(await reset(stranger, challenge, code)).toMatchObject({
      person: null,
      userErrors: [{ code: 'INVALID_CODE' }],
    });
  });
});

describe('tries', () => {
  it('are not let in while nobody can count them, not even with the right password', async () => {
    const [email, browser] = [newAddress(), openBrowser(api)];
    await signUpAs(api, email);
    await api.sql('ALTER TABLE account_tries RENAME TO account_tries_away');
    try {
      const answer = await trySignIn(browser, email);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.body.errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE' } }]);
      expect(browser.cookie).toBeNull();
      const body = JSON.stringify({ email, purpose: 'password_reset' });
      const headers = { 'content-type': 'application/json' };
      expect(await api.fetch('/v1/auth/otp/resend/', { method: 'POST', headers, body })).toMatchObject({
        status: 503,
        body: { code: 'unavailable' },
      });
    } finally {
      await api.sql('ALTER TABLE account_tries_away RENAME TO account_tries');
    }
    expect((await signIn(browser, email)).person).toEqual({ email });
  });

  it('at a password are counted for the account, wherever they come from and whether or not it exists', async () => {
    for (const email of [newAddress(), 'nobody@example.org']) {
      if (email !== 'nobody@example.org') await signUpAs(api, email);
      await forgetTries();
      const { points } = ACCOUNT_LIMITS.sign_in.account as Limit;
      const wrong = () => trySignIn(openBrowser(api), email, 'not the right one');
      expect((await wrong()).status).toBe(200);
      // All but three of them at once: each takes a processor for a while.
      await api.sql(`UPDATE account_tries SET points = $1 WHERE points = 1 AND key LIKE 'sign_in_account:%'`, [
        points - 3,
      ]);
      const answers = await Promise.all(Array.from({ length: 3 + 5 }, wrong));
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    }
  });

  it('come one in a document', async () => {
    const input = `input: { email: "${newAddress()}", password: "not the right one" }`;
    const query = `mutation { a: signIn(${input}) { userErrors { code } } b: signIn(${input}) { userErrors { code } } }`;
    const { body } = await openBrowser(api).ask(query);
    expect(body.data).toEqual({ a: { userErrors: [{ code: 'INVALID_CREDENTIALS' }] }, b: null });
    expect(body.errors).toMatchObject([{ path: ['b'], extensions: { code: 'ONE_AT_A_TIME' } }]);
  });
});

describe('somebody unknown', () => {
  it('may send short documents only, and says how long they are', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(await api.graphql('#'.repeat(70_000))).toMatchObject({ status: 413 });
    const unknown = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{}')) });
    const init = { method: 'POST', headers, body: unknown, duplex: 'half' } as RequestInit;
    expect(await api.fetch('/graphql', init)).toMatchObject({ status: 411 });
  });

  it('has a limit of calls, whatever they ask for', async () => {
    const browser = openBrowser(api);
    const ask = () => browser.ask('{ __typename }');
    const { general: points } = POLICY.callsPerMinute;
    await forgetTries();
    await ask();
    await api.sql('UPDATE rate_limits SET totals[1] = $1', [points - 20]);
    const answers = await Promise.all(Array.from({ length: 20 + 5 }, ask));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('somebody whose address the proxy does not tell', () => {
  it('counts together with all such, whatever it says instead', async () => {
    await forgetTries();
    const before = api.logged.length;
    for (const forwarded of ['x'.repeat(300), 'unknown', '192.0.2.7, _hidden']) {
      await openBrowser(api).ask('{ __typename }', {}, { 'x-forwarded-for': forwarded });
    }
    const counted = await api.sql('SELECT key, totals[1] AS calls FROM rate_limits ORDER BY key');
    expect(counted).toEqual([
      { key: 'general:address 192.0.2.7', calls: 1 },
      { key: 'general:address unknown', calls: 2 },
    ]);
    // As it would be said for all calls that were to be counted in the same statement.
    expect(api.logged.slice(before).filter((line) => line.includes('counted by this process alone'))).toEqual([]);
  });
});

describe('a session', () => {
  it.each<[how: string, ends: ('this' | 'other')[], end: (browser: Browser, email: string) => Promise<unknown>]>([
    ['signing out', ['this'], (browser) => browser.ask('mutation { signOut(input: {}) { signedOut } }')],
    [
      'signing out everywhere',
      ['this', 'other'],
      (browser) => browser.ask('mutation { signOut(input: { everywhere: true }) { signedOut } }'),
    ],
    [
      'a new password, but for the session that set it',
      ['other'],
      (browser) =>
        browser.mutate(
          'changePassword',
          { currentPassword: PASSWORD, newPassword: 'another long password' },
          'person { id }',
        ),
    ],
    [
      'a reset of the password',
      ['this', 'other'],
      async (_, email) => {
        const [elsewhere, mailbox] = [openBrowser(api), openMailbox(api)];
        const { challenge } = await requestReset(elsewhere, email);
        await reset(elsewhere, challenge, await mailbox.codeFor(email));
      },
    ],
  ])('ends at once on the process that knows it by %s', async (_, ends, end) => {
    const email = newAddress();
    const [browser, other] = [await signUpAs(api, email), openBrowser(api)];
    await signIn(other, email);
    const cookies = { this: browser.cookie, other: other.cookie };
    const alive = async () => {
      const asked = Object.entries(cookies).map(async ([name, cookie]) => {
        const { data } = await whoAmI(Object.assign(openBrowser(api), { cookie }));
        return data?.viewer.person.email === email ? [name] : [];
      });
      return (await Promise.all(asked)).flat();
    };
    expect(await alive()).toEqual(['this', 'other']);
    await end(browser, email);
    expect(await alive()).toEqual(['this', 'other'].filter((name) => !(ends as string[]).includes(name)));
  });

  it.each([
    ['has been idle for a week', `last_seen_at = now() - interval '8 days'`],
    ['is a month old', `expires_at = now() - interval '1 second'`],
  ])('that %s is over', async (_, change) => {
    const browser = await signUpAs(api, newAddress());
    await api.sql(`UPDATE person_sessions SET ${change} WHERE person_id = $1`, [browser.personId]);
    expect(await whoAmI(browser)).toMatchObject(NOBODY);
  });

  it('is not shared by a new password: all others end', async () => {
    const email = newAddress();
    const [mine, other] = [await signUpAs(api, email), openBrowser(api)];
    await signIn(other, email);
    const change = (currentPassword: string) =>
      mine.mutate('changePassword', { currentPassword, newPassword: 'another password' }, `person { email } ${ERRORS}`);
    const refused = { code: 'INVALID_CREDENTIALS', path: ['currentPassword'] };
    expect((await change('not this one')).userErrors).toMatchObject([refused]);
    expect(await change(PASSWORD)).toEqual({ person: { email }, userErrors: [] });
    expect(await api.sql('SELECT 1 FROM person_sessions WHERE person_id = $1', [mine.personId])).toHaveLength(1);
    expect(await whoAmI(mine)).toMatchObject({ data: { viewer: { person: { email } } } });
  });

  it('is not opened by a password that was replaced while it was looked at', async () => {
    const email = newAddress();
    const { personId } = await signUpAs(api, email);
    const { services } = api;
    const proven = await verifyPassword(services, { email, password: PASSWORD });
    await api.sql(`UPDATE people SET password_hash = 'another' WHERE id = $1`, [personId]);
    const late = services.db.amongPeople((tx) => openSession(tx, services, { address: '192.0.2.7' }, proven));
    await expect(late).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('is stored as a keyed hash alone, and so are challenge and code', async () => {
    const [browser, mailbox, email] = [openBrowser(api), openMailbox(api), newAddress()];
    const { challenge } = await signUp(browser, email);
    const stored = JSON.stringify([
      await api.sql('SELECT * FROM one_time_codes'),
      await api.sql(`SELECT encode(content, 'escape') FROM mails`),
    ]);
    const code = await mailbox.codeFor(email);
    await verify(browser, challenge, code);
    const token = browser.cookie?.split('=')[1] ?? 'none';
    const sessions = JSON.stringify(await api.sql('SELECT * FROM person_sessions'));
    for (const secret of [code, challenge, token, PASSWORD]) {
      expect(stored + sessions + api.logged.join('')).not.toContain(secret);
    }
  });
});
