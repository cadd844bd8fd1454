import { beforeEach, describe, expect, it } from '@jest/globals';
import { setUpToken } from '../../src/domain/people/tokens.js';
import { findSetUpLink } from '../../src/operations/people/set-up.js';
import { openMail } from '../../src/operations/people/write-mail.js';
import { cookieOf, FIRST, SET_UP, VIEWER, visit } from './sign-in.js';
import { type Answer, useApi } from './start-api.js';

const api = useApi();
const token = () => setUpToken(api.services.secretKey);
const setUp = (changed: object = {}) => visit(api, SET_UP, { ...FIRST, token: token(), ...changed });
const errorsOf = ({ body }: Answer) => body.data.setUp.userErrors;

const SIGN_UP = `mutation ($input: SignUpInput!) { signUp(input: $input) { challenge userErrors { code } } }`;
const VERIFY = `mutation ($input: VerifyEmailInput!) { verifyEmail(input: $input) { person { name } userErrors { code } } }`;
const SIGN_IN = `mutation ($input: SignInInput!) { signIn(input: $input) { person { name } userErrors { code } } }`;

beforeEach(async () => {
  await api.sql('TRUNCATE people, mails, rate_limits, account_tries CASCADE');
});

async function onlyMail() {
  const [row] = await api.sql<{ id: string; content: Buffer }>('SELECT id, content FROM mails');
  return openMail(api.services, row?.id ?? '', row?.content ?? Buffer.alloc(0));
}

describe('setUp', () => {
  it('makes the first person an owner, and signs them in by cookie', async () => {
    const answer = await setUp();
    expect(answer.body.data.setUp).toMatchObject({
      person: { email: FIRST.email },
      organisation: { name: 'Acme' },
      userErrors: [],
    });
    const { id } = answer.body.data.setUp.organisation;
    const { body } = await visit(api, VIEWER, null, { cookie: cookieOf(answer), organisationId: id });
    expect(body.data.viewer).toEqual({
      person: { email: FIRST.email },
      role: 'OWNER',
      organisation: { id },
      organisations: [{ organisationId: id, name: 'Acme', role: 'OWNER' }],
    });
  });

  it('of several calls at once lets exactly one through', async () => {
    const before = await api.sql('SELECT 1 FROM organisations');
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => setUp({ email: `number-${n}@example.org` })));
    const won = answers.filter((answer) => errorsOf(answer).length === 0);
    expect(won).toHaveLength(1);
    for (const lost of answers.filter((answer) => answer !== won[0])) {
      expect(errorsOf(lost)).toMatchObject([{ __typename: 'NotProvenError', code: 'SET_UP_OVER' }]);
      expect(cookieOf(lost)).toBeUndefined();
    }
    expect(await api.sql('SELECT 1 FROM people')).toHaveLength(1);
    expect(await api.sql('SELECT 1 FROM organisations')).toHaveLength(before.length + 1);
  });

  it.each([
    ['wrong', 'x'.repeat(43)],
    ['empty', ''],
    ['of another length', 'é'],
  ])('refuses a token that is %s, and makes nobody', async (_what, wrong) => {
    const answer = await setUp({ token: wrong });
    expect(errorsOf(answer)).toMatchObject([{ code: 'SET_UP_OVER', path: [] }]);
    expect(cookieOf(answer)).toBeUndefined();
    expect(await api.sql('SELECT 1 FROM people')).toEqual([]);
  });

  it('works once', async () => {
    await setUp();
    expect(errorsOf(await setUp({ email: 'second@example.org' }))).toMatchObject([{ code: 'SET_UP_OVER' }]);
    expect(errorsOf(await setUp())).toMatchObject([{ code: 'SET_UP_OVER' }]);
    expect(await api.sql('SELECT email FROM people')).toEqual([{ email: FIRST.email }]);
  });

  it('names every field that cannot be accepted, and can then be tried again', async () => {
    const answer = await setUp({ name: ' ', email: 'nobody', password: 'short', organisationName: '' });
    const paths = errorsOf(answer).map(({ path }: { path: string[] }) => path.join('.'));
    expect(paths).toEqual(['name', 'email', 'password', 'organisationName']);
    expect(errorsOf(await setUp())).toEqual([]);
  });

  it('takes an address with which somebody has signed up and shown no code; their code is void then', async () => {
    const { name, email } = FIRST;
    const pending = await visit(api, SIGN_UP, { name: 'Mallory', email, password: 'the password of Mallory' });
    const { challenge } = pending.body.data.signUp;
    const code = /^\d{6}/.exec((await onlyMail())?.subject ?? '')?.[0];
    expect(code).toBeDefined();

    expect(errorsOf(await setUp())).toEqual([]);
    const late = await visit(api, VERIFY, { challenge, code });
    expect(late.body.data.verifyEmail).toEqual({ person: null, userErrors: [{ code: 'INVALID_CODE' }] });
    const signIn = async (password: string) =>
      (await visit(api, SIGN_IN, { email, password })).body.data.signIn.person?.name;
    expect(await signIn('the password of Mallory')).toBeUndefined();
    expect(await signIn(FIRST.password)).toBe(name);
  });
});

describe('the set-up link', () => {
  it('is there until the first person is; a sign-up that waits for its code is nobody yet', async () => {
    const link = `https://sms.example.org/setup#token=${token()}`;
    expect(await findSetUpLink(api.services)).toBe(link);
    await visit(api, SIGN_UP, { name: 'Ada', email: FIRST.email, password: FIRST.password });
    expect(await findSetUpLink(api.services)).toBe(link);
    await setUp();
    expect(await findSetUpLink(api.services)).toBeNull();
  });
});

// The last, since a process keeps in mind whom it has refused.
describe('guesses at the token', () => {
  it('end in 429 with the seconds to wait', async () => {
    for (let guess = 1; guess <= 60; guess++) await setUp({ token: `guess ${guess}` });
    const { body } = await setUp();
    expect(body.errors).toMatchObject([{ extensions: { code: 'THROTTLED', retryAfterSeconds: expect.any(Number) } }]);
  });
});
