import { beforeAll, describe, expect, it } from '@jest/globals';
import { ACCOUNT_LIMITS } from '../../src/domain/limits.js';
import { readDeviceMark } from '../../src/domain/people/device-mark.js';
import { setUpToken, signPayload, type TokenPurpose } from '../../src/domain/people/tokens.js';
import { newId } from '../../src/lib/ids.js';
import { addMember } from '../support/people/member.js';
import { FIRST, SET_UP, visit } from './sign-in.js';
import { type Answer, useApi } from './start-api.js';

const api = useApi({ TRUST_PROXY: 'true' });

const SIGN_IN = `mutation ($input: SignInInput!) { signIn(input: $input) { person { email } userErrors { code } } }`;
const SIGN_OUT = 'mutation ($input: SignOutInput!) { signOut(input: $input) { signedOut } }';
const CHANGE = `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) {
  person { email } userErrors { code path } } }`;

const { email, password } = FIRST;
const WRONG = 'not that one, surely';
const AT_HOME = '198.51.100.1';

/** The cookies of a browser, by name. */
type Jar = ReadonlyMap<string, string>;
const NEW_BROWSER: Jar = new Map();

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `2001:db8:0:${addresses.toString(16)}::1`;
};

interface Browser {
  readonly jar?: Jar;
  readonly address?: string;
}

async function ask(query: string, input: object, { jar = NEW_BROWSER, address = newAddress() }: Browser = {}) {
  const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
  const answer = await visit(api, query, input, { cookie, headers: { 'x-forwarded-for': address } });
  return { answer, jar: keep(jar, answer), outcome: outcomeOf(answer) };
}

/** What a browser has after the answer. */
function keep(jar: Jar, { headers }: Answer): Jar {
  const kept = new Map(jar);
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') kept.delete(name);
    else kept.set(name, value);
  }
  return kept;
}

function outcomeOf({ body: { data, errors } }: Answer): string {
  const [payload] = Object.values<{ userErrors?: { code: string }[] } | null>(data ?? {});
  return payload ? (payload.userErrors?.[0]?.code ?? 'OK') : errors[0].extensions.code;
}

const signIn = (browser?: Browser, given: object = {}) => ask(SIGN_IN, { email, password, ...given }, browser);
const guess = (browser?: Browser) => signIn(browser, { password: WRONG });

/** A wrong password, counted as often as the account has room for. */
async function attack(account = email): Promise<void> {
  await signIn({}, { email: account, password: WRONG });
  const { points } = ACCOUNT_LIMITS.sign_in.account ?? {};
  await api.sql(`UPDATE account_tries SET points = $1 WHERE key LIKE 'sign_in_account:%'`, [points]);
}

let known: Jar;
beforeAll(async () => {
  const token = setUpToken(api.services.secretKey);
  ({ jar: known } = await ask(SET_UP, { ...FIRST, token }, { address: AT_HOME }));
  await attack();
});

const MARK = '__Host-postrider_device';
const withoutSession = (jar: Jar): Jar => new Map([...jar].filter(([name]) => name === MARK));

describe('a hundred wrong passwords from many addresses', () => {
  it('stop every further guess of unknown devices, and the right password as well', async () => {
    expect((await guess()).outcome).toBe('THROTTLED');
    expect((await signIn()).outcome).toBe('THROTTLED');
    expect((await signIn({ jar: new Map([[MARK, 'eyJ9.forged']]) })).outcome).toBe('THROTTLED');
  });

  it('do not stop the owner on a device that has signed in before, at whatever address', async () => {
    expect((await signIn({ jar: withoutSession(known) })).outcome).toBe('OK');
  });

  it('do not stop the owner who signed out', async () => {
    const { jar, outcome } = await ask(SIGN_OUT, {}, { jar: (await signIn({ jar: known })).jar });
    expect([outcome, [...jar.keys()]]).toEqual(['OK', [MARK]]);
    expect((await signIn({ jar })).outcome).toBe('OK');
  });

  it('do not stop the owner from changing the password', async () => {
    const input = { currentPassword: password, newPassword: password };
    const { outcome, jar } = await ask(CHANGE, input, { jar: (await signIn({ jar: known })).jar });
    expect(outcome).toBe('OK');
    known = jar;
  });
});

describe('the mark of a device', () => {
  const markOf = (jar: Jar) => jar.get(MARK) ?? '';
  const withMark = (mark: string): Browser => ({ jar: new Map([[MARK, mark]]) });
  const signed = (changes: object, secretKey = api.services.secretKey, purpose: TokenPurpose = 'device mark') =>
    signPayload(secretKey, purpose, { ...readDeviceMark([api.services.secretKey], markOf(known)), ...changes });

  it('is a cookie that stays, for this host alone, and of which scripts and foreign pages know nothing', async () => {
    const { answer } = await signIn({ jar: known });
    const flags = 'Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure';
    expect(answer.headers.getSetCookie()[1]).toMatch(new RegExp(`^${MARK}=[\\w-]+\\.[\\w-]+; ${flags}$`));
    expect(markOf(known)).not.toContain(Buffer.from(email).toString('base64url').slice(2, -2));
  });

  it('is not set for a wrong password', async () => {
    const { answer, outcome } = await guess({ jar: known });
    expect([outcome, answer.headers.getSetCookie()]).toEqual(['INVALID_CREDENTIALS', []]);
  });

  it('signs no one in', async () => {
    expect((await ask('{ viewer { person { email } } }', {}, { jar: withoutSession(known) })).outcome).toBe(
      'UNAUTHENTICATED',
    );
  });

  it('counts from no page of another origin', async () => {
    const given = { query: SIGN_IN, input: { email, password } };
    const cookie = `${MARK}=${markOf(known)}`;
    const from = (origin: string) => visit(api, given.query, given.input, { cookie, origin });
    expect(outcomeOf(await from('https://evil.example'))).toBe('THROTTLED');
    expect(outcomeOf(await from('https://sms.example.org'))).toBe('OK');
  });

  it('that was stolen gives few guesses, and takes none from the owner', async () => {
    const { jar: stolen } = await signIn({ jar: known });
    const { jar: renewed } = await signIn({ jar: stolen });
    const { device } = ACCOUNT_LIMITS.sign_in;
    const outcomes: string[] = [];
    // The owner has used it once, to sign in.
    for (let time = 1; time <= (device?.points ?? 0); time += 1) outcomes.push((await guess({ jar: stolen })).outcome);
    expect(outcomes).toEqual([...Array(9).fill('INVALID_CREDENTIALS'), 'THROTTLED']);
    expect((await signIn({ jar: renewed })).outcome).toBe('OK');
  });

  it('is worth nothing for another account', async () => {
    const { organisationId } = await api.customer();
    const { email: theirs } = await addMember(api.services, organisationId);
    await attack(theirs);
    expect((await signIn({ jar: known }, { email: theirs, password: WRONG })).outcome).toBe('THROTTLED');
  });

  it('is worth nothing when it was tampered with, has expired, or was signed for something else', async () => {
    const { secretKey } = api.services;
    const [payload = '', signature = ''] = markOf(known).split('.');
    const worthless = [
      `${payload.slice(0, -2)}.${signature}`,
      `${payload}.${signature.slice(1)}`,
      signed({ expiresAt: new Date(Date.now() - 1_000).toISOString() }),
      signed({ personId: newId() }),
      signed({}, `${secretKey} `),
      signed({}, secretKey, 'access token'),
    ];
    for (const mark of worthless) expect([mark, (await signIn(withMark(mark))).outcome]).toEqual([mark, 'THROTTLED']);
    expect((await signIn(withMark(signed({ id: newId() })))).outcome).toBe('OK');
  });

  it('ends when the password is changed on another device, which gets a new one', async () => {
    const { jar: changing } = await signIn({ jar: known });
    const input = { currentPassword: password, newPassword: password };
    const { jar: changed } = await ask(CHANGE, input, { jar: changing });
    for (const jar of [known, changing]) expect((await signIn({ jar })).outcome).toBe('THROTTLED');
    ({ jar: known } = await signIn({ jar: changed }));
  });

  it('ends with signing out everywhere, which deletes the cookie here', async () => {
    const { jar } = await ask(SIGN_OUT, { everywhere: true }, { jar: (await signIn({ jar: known })).jar });
    expect([...jar.keys()]).toEqual([]);
    expect((await signIn({ jar: known })).outcome).toBe('THROTTLED');
  });
});
