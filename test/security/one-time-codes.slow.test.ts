import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assembleFleet, type Fleet } from '../support/fleet/fleet.js';
import type { Member } from '../support/fleet/fleet-member.js';
import { CHAOS_TIMEOUT_MS } from '../support/fleet/run.js';
import { eventually } from '../support/wait.js';

const GUESSES = 300;
const TRIES_OF_A_CODE = 5;
const PROOFS_OF_AN_ADDRESS = 60;
const RESENDS = 3;
const PASSWORD = 'correct horse battery';
const ERRORS = 'userErrors { code }';

/**
 * Promise S4, with everything that an attacker can do at once: many addresses, two processes, all calls in parallel.
 */
describe('One-time codes at two API processes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'postrider-codes-'));
  let fleet: Fleet;
  let apis: Member[];

  beforeAll(async () => {
    // Whoever calls says where from: the test is a thousand machines.
    fleet = await assembleFleet({ env: { TRUST_PROXY: 'true', DATA_DIR: dataDir } });
    apis = await Promise.all([fleet.enlist('api'), fleet.enlist('api')]);
    await fleet.enlist('worker');
  }, CHAOS_TIMEOUT_MS);

  afterAll(async () => {
    await fleet?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, CHAOS_TIMEOUT_MS);

  it(
    'are looked at five times, however many guesses come',
    async () => {
      const { email, challenge, code } = await newSignUp();
      const guesses = Array.from({ length: GUESSES }, (_, place) => String(place).padStart(6, '0'));
      const answers = await Promise.all(
        guesses.filter((guess) => guess !== code).map((guess) => verify(challenge, guess)),
      );
      expect([...new Set(answers.map(({ text }) => withoutTimes(text)))]).toHaveLength(1);
      expect(answers[0]?.body.data.verifyEmail).toEqual({ person: null, userErrors: [{ code: 'INVALID_CODE' }] });
      expect(await triesFor(email)).toBe(TRIES_OF_A_CODE);
      // And now even the right one is of no use.
      expect((await verify(challenge, code)).body.data.verifyEmail.person).toBeNull();
    },
    CHAOS_TIMEOUT_MS,
  );

  it(
    'count the guesses of an address, whomever they are about',
    async () => {
      const address = newAddress();
      const answers = await Promise.all(
        Array.from({ length: PROOFS_OF_AN_ADDRESS + 20 }, () => verify('no challenge', '123456', address)),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(20);
      for (const { body, headers } of refused) {
        expect(body.errors[0].extensions).toEqual({ code: 'THROTTLED', retryAfterSeconds: expect.any(Number) });
        expect(headers.get('retry-after')).toBe(String(body.errors[0].extensions.retryAfterSeconds));
      }
    },
    CHAOS_TIMEOUT_MS,
  );

  it.each([
    ['an account, from wherever the calls come', () => ({ email: newEmail(), address: undefined })],
    ['an address, whatever accounts are named', () => ({ email: undefined, address: newAddress() })],
    ['an account that does not exist', () => ({ email: 'nobody@example.org', address: undefined })],
  ])(
    'are sent again three times in ten minutes for %s; then 429 tells when',
    async (_, who) => {
      const { email, address } = who();
      if (email && email !== 'nobody@example.org') await signUp(email);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => resend(email ?? newEmail(), address ?? newAddress())),
      );
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(RESENDS);
      for (const { status, headers, body } of answers.filter(({ status: one }) => one !== 202)) {
        expect(status).toBe(429);
        expect(body.retry_after).toBeGreaterThan(0);
        expect(body.retry_after).toBeLessThanOrEqual(600);
        expect(headers.get('retry-after')).toBe(String(body.retry_after));
        expect(body.detail).toBe(`Request was throttled. Expected available in ${body.retry_after} seconds.`);
      }
    },
    CHAOS_TIMEOUT_MS,
  );

  it(
    'are good once, even when they come twice at the same moment',
    async () => {
      const { challenge, code } = await newSignUp();
      const answers = await Promise.all([1, 2, 3, 4].map(() => verify(challenge, code)));
      expect(answers.filter(({ body }) => body.data.verifyEmail.person !== null)).toHaveLength(1);
      expect((await verify(challenge, code)).body.data.verifyEmail.userErrors).toEqual([{ code: 'INVALID_CODE' }]);
    },
    CHAOS_TIMEOUT_MS,
  );

  it(
    'are void when another one has been sent, and after ten minutes',
    async () => {
      const { email, challenge, code } = await newSignUp();
      expect((await resend(email, newAddress())).status).toBe(202);
      const second = await codeFor(email, [code]);
      expect((await verify(challenge, code)).body.data.verifyEmail.person).toBeNull();
      await fleet.sql(`UPDATE one_time_codes SET expires_at = now() - interval '1 second'`);
      expect((await verify(challenge, second)).body.data.verifyEmail.person).toBeNull();
      expect((await resend(email, newAddress())).status).toBe(202);
      const third = await codeFor(email, [code, second]);
      expect((await verify(challenge, third)).body.data.verifyEmail.person).not.toBeNull();
    },
    CHAOS_TIMEOUT_MS,
  );

  it(
    'are answered alike whether or not there is an account',
    async () => {
      const { email, challenge, code } = await newSignUp();
      await verify(challenge, code);
      const shapes = async (whose: string) => {
        const answers = [
          await resend(whose, newAddress()),
          await graphql('RequestPasswordResetInput', 'requestPasswordReset', 'challenge', { email: whose }),
          await graphql('SignInInput', 'signIn', 'person { id }', { email: whose, password: 'not the right one' }),
          await graphql('SignUpInput', 'signUp', 'challenge', { email: whose, name: 'Ada', password: PASSWORD }),
        ];
        return answers.map(({ status, headers, text }) => [
          status,
          [...headers.keys()].sort(),
          withoutTimes(text).replace(/"challenge":"[\w-]{43}"/, '"challenge"'),
        ]);
      };
      expect(await shapes(email)).toEqual(await shapes(newEmail()));
    },
    CHAOS_TIMEOUT_MS,
  );

  interface Answer {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string;
    // biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
    readonly body: any;
  }

  /** To one process after the other. */
  let calls = 0;
  async function post(path: string, body: object, address: string): Promise<Answer> {
    calls += 1;
    const api = apis[calls % apis.length];
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const response = await fetch(`${api?.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  function graphql(type: string, field: string, selection: string, input: object, address = newAddress()) {
    const query = `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} ${ERRORS} } }`;
    return post('/graphql', { query, variables: { input } }, address);
  }

  const signUp = (email: string) =>
    graphql('SignUpInput', 'signUp', 'challenge', { email, name: 'Ada', password: PASSWORD });
  const verify = (challenge: string, code: string, address?: string) =>
    graphql('VerifyEmailInput', 'verifyEmail', 'person { id }', { challenge, code }, address);
  const resend = (email: string, address: string) =>
    post('/v1/auth/otp/resend/', { email, purpose: 'email_verification' }, address);

  async function newSignUp() {
    const email = newEmail();
    const { body } = await signUp(email);
    return { email, challenge: body.data.signUp.challenge as string, code: await codeFor(email) };
  }

  /** From the outbox of the worker. */
  function codeFor(email: string, except: readonly string[] = []): Promise<string> {
    return eventually(`a code for ${email}`, async () => {
      const folder = join(dataDir, 'outbox');
      if (!existsSync(folder)) return undefined;
      const mails = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
      const codes = mails.filter((mail) => mail.includes(email)).map((mail) => /\b\d{6}\b/.exec(mail)?.[0] ?? '');
      return codes.find((code) => code !== '' && !except.includes(code));
    });
  }

  async function triesFor(email: string): Promise<number | undefined> {
    const [row] = await fleet.sql<{ tries: number }>(
      'SELECT tries FROM one_time_codes c JOIN people p ON p.id = c.person_id WHERE p.email = $1',
      [email],
    );
    return row?.tries;
  }
});

let people = 0;
function newEmail(): string {
  people += 1;
  return `person${people}@example.org`;
}

let machines = 0;
function newAddress(): string {
  machines += 1;
  return `198.51.${machines >> 8}.${machines & 255}`;
}

function withoutTimes(text: string): string {
  return text.replace(/"request_id":"[^"]+"/, '');
}
