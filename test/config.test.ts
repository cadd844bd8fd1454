import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ensureSecretKey } from '../src/cli/private-file.js';
import { ConfigError, loadConfig } from '../src/config/config.js';
import { weaknessesOf } from '../src/config/weaknesses.js';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:hunter2@db.internal:5432/postrider',
  SECRET_KEY: 'k'.repeat(32),
  PUBLIC_URL: 'https://sms.example.org',
};

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('an empty environment', () => {
  it('gives the defaults of a try-out on one machine', () => {
    expect(loadConfig({})).toEqual({
      nodeEnv: 'development',
      host: '127.0.0.1',
      port: 8080,
      metricsPort: 8080,
      otlpEndpoint: undefined,
      tracesSampler: 'parentbased_always_on',
      tracesSamplerRatio: 1,
      publicUrl: 'http://127.0.0.1:8080',
      allowedOrigins: [],
      trustProxy: false,
      databaseUrl: undefined,
      databasePoolSize: 10,
      connectsToNodes: false,
      dataDir: '.data',
      secretKey: undefined,
      previousSecretKey: undefined,
      logLevel: 'info',
      gatewaysFile: undefined,
      chatPathSegment: undefined,
      bodyLimitBytes: 1_048_576,
      rateLimitSmsSend: 300,
      rateLimitSmsSendBulk: 60,
      rateLimitGeneral: 300,
      rateLimitPeople: 600,
      callsPerMinute: { sms_send: 300, sms_send_bulk: 60, general: 300, people: 600 },
      dispatchBatchSize: 500,
      leaseSeconds: 60,
      maxFreezeSeconds: 30,
      sweepIntervalMs: 2000,
      inDoubtWaitSeconds: 900,
      reportTimeoutHours: 72,
      maxHoldHours: 72,
      balanceProbeSeconds: 30,
      retentionDays: 30,
      sandboxDelayMs: 1000,
      sandboxRetrySeconds: 5,
      chatProbeSeconds: 30,
      chatAckTimeoutSeconds: 120,
      allowPrivateNetworkUrls: false,
      webhookTimeoutSeconds: 15,
      eventRetentionDays: 30,
      smtpUrl: undefined,
      mailFrom: 'Postrider <postrider@localhost>',
      signUp: 'open',
      shutdownTimeoutSeconds: 30,
      organisation: undefined,
      shutdownGraceSeconds: 0,
      npmLifecycleEvent: undefined,
      faultPoints: undefined,
    });
  });

  it('cannot be changed afterwards', () => {
    const config = loadConfig({}) as { port: number };
    expect(() => {
      config.port = 1;
    }).toThrow(TypeError);
  });
});

describe('values', () => {
  it('become numbers, booleans and lists', () => {
    const config = loadConfig({ PORT: '9000', TRUST_PROXY: 'yes', FAULT_POINTS: 'after-claim, before-settle' });
    expect(config).toMatchObject({ port: 9000, trustProxy: true, faultPoints: ['after-claim', 'before-settle'] });
  });

  it.each<[string, boolean | number]>([
    ['true', true],
    ['yes', true],
    ['false', false],
    ['no', false],
    ['0', 0],
    ['1', 1],
    ['12', 12],
  ])('say which proxies are trusted: %s', (text, trustProxy) => {
    expect(loadConfig({ TRUST_PROXY: text })).toMatchObject({ trustProxy });
  });

  it('name origins exactly', () => {
    const text = 'https://app.example.org, http://127.0.0.1:3000,https://[2001:db8::7]:8443';
    expect(loadConfig({ ALLOWED_ORIGINS: text }).allowedOrigins).toEqual(text.split(/, ?/));
  });

  it.each(['chat', 'my-chat', 'chat2'])('give the chat routes a second name: %s', (chatPathSegment) => {
    expect(loadConfig({ CHAT_PATH_SEGMENT: chatPathSegment })).toMatchObject({ chatPathSegment });
  });

  it.each([
    'postrider@localhost',
    'hello@sms.example.org',
    'Postrider <hello@sms.example.org>',
    'Les Élèves de l’école <école@sms.example.org>',
    '"Acme, Inc." <hello@sms.example.org>',
  ])('say who sends mails: %s', (mailFrom) => {
    expect(loadConfig({ MAIL_FROM: mailFrom })).toMatchObject({ mailFrom });
  });

  it('count as not set when they are empty', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8080, databaseUrl: undefined });
  });

  it('give the public URL an address that others can call', () => {
    expect(loadConfig({ HOST: '0.0.0.0', PORT: '81' }).publicUrl).toBe('http://127.0.0.1:81');
    expect(loadConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:8080');
    expect(loadConfig({ PUBLIC_URL: 'https://sms.example.org/' }).publicUrl).toBe('https://sms.example.org');
  });
});

describe('bad values', () => {
  it.each<[NodeJS.ProcessEnv, string]>([
    [{ PORT: '80a' }, 'PORT must be a whole number from 1 to 65535, but is "80a".'],
    [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535, but is "0".'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 1 to 65535, but is "65536".'],
    [{ PORT: '1e3' }, 'PORT must be a whole number from 1 to 65535, but is "1e3".'],
    [{ LEASE_SECONDS: '-1' }, 'LEASE_SECONDS must be a whole number from 5 to 3600, but is "-1".'],
    [{ TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be true, false or the number of proxies in front, but is "maybe".'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY must be true, false or the number of proxies in front, but is "-1".'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of development, test, production, but is "prod".'],
    [{ HOST: 'a b' }, 'HOST must be one word without spaces, but is "a b".'],
    [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL must be a URL such as https://sms.example.org, but is "ftp://x".'],
    ...[
      'Postrider',
      'a b@c',
      'hello@a.org, eve@b.org',
      'Postrider hello@a.org',
      'Acme, Inc. <hello@a.org>',
      'A\nBcc: eve@b.org <hello@a.org>',
      '<hello@a.org>',
      'A <hello@a.org> <eve@b.org>',
    ].map((text): [NodeJS.ProcessEnv, string] => [
      { MAIL_FROM: text },
      `MAIL_FROM must be an address such as Postrider <postrider@example.org>, but is "${text}".`,
    ]),
    ...[
      '*',
      'null',
      'app.example.org',
      'https://app.example.org/',
      'https://app.example.org:443',
      'https://App.example.org',
      'https://*.example.org',
      'https://app.example.org/path',
      'https://user@app.example.org',
      'ftp://app.example.org',
      'file://',
      'https://app.example.org https://other.example.org',
      'https://app.example.org,*',
    ].map((text): [NodeJS.ProcessEnv, string] => [
      { ALLOWED_ORIGINS: text },
      `ALLOWED_ORIGINS must be origins separated by commas, each exactly as browsers send it, such as https://app.example.org, but is "${text}".`,
    ]),
    ...['My-chat', 'my_chat', 'my/chat', '-chat', 'chat-', '{id}'].map((text): [NodeJS.ProcessEnv, string] => [
      { CHAT_PATH_SEGMENT: text },
      `CHAT_PATH_SEGMENT must be lower-case letters and digits, with dashes between them, such as my-chat, but is "${text}".`,
    ]),
    ...['sms', 'chatapp'].map((text): [NodeJS.ProcessEnv, string] => [
      { CHAT_PATH_SEGMENT: text },
      `CHAT_PATH_SEGMENT must be other than the segments that exist: access-tokens, audit, auth, chatapp, consent, conversations, erasures, events, exports, inbox, keywords, numbers, own-numbers, rate-limits, sms, suppressions, webhooks, but is "${text}".`,
    ]),
    [
      { SHUTDOWN_GRACE_SECONDS: '16' },
      'SHUTDOWN_GRACE_SECONDS (16) must be at most half of SHUTDOWN_TIMEOUT_SECONDS (30): what is taken in that time has to be answered in the rest.',
    ],
    [
      { SECRET_KEY: 'k'.repeat(32), PREVIOUS_SECRET_KEY: 'k'.repeat(32) },
      'PREVIOUS_SECRET_KEY and SECRET_KEY are the same key.',
    ],
    [
      { LISTEN_URL: 'postgres://app@db/postrider' },
      'LISTEN_URL must not be set without DATABASE_URL: it is another way to the same database.',
    ],
    [{ FAULT_POINTS: 'a,,b' }, 'FAULT_POINTS must be names separated by commas, but is "a,,b".'],
  ])('%j is refused in a plain sentence', (env, sentence) => {
    expect(problemsOf(env)).toEqual([sentence]);
  });

  it('are all named at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'loud' }).map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'LOG_LEVEL',
    ]);
  });

  it('are not repeated when they hold secrets', () => {
    const problems = problemsOf({ DATABASE_URL: 'mysql://root:hunter2@db/x', SECRET_KEY: 'hunter2' });
    expect(problems).toEqual([
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/database.',
      'SECRET_KEY must be at least 32 characters long.',
    ]);
  });
});

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function fileOf(content: string): string {
    const path = join(folder, randomBytes(8).toString('hex'));
    writeFileSync(path, content);
    return path;
  }

  it('count as the settings, without the newline at the end', () => {
    const { DATABASE_URL, SECRET_KEY, ...others } = PRODUCTION;
    const config = loadConfig({
      ...others,
      DATABASE_URL_FILE: fileOf(`${DATABASE_URL}\r\n`),
      SECRET_KEY_FILE: fileOf(`${SECRET_KEY}\n`),
      SMTP_URL_FILE: fileOf('smtp://mail.example.org'),
    });
    expect(config).toMatchObject({
      databaseUrl: DATABASE_URL,
      secretKey: SECRET_KEY,
      smtpUrl: 'smtp://mail.example.org',
    });
  });

  it('are refused beside the setting itself, but not if one of the two is empty', () => {
    const path = fileOf('x'.repeat(32));
    expect(problemsOf({ SECRET_KEY: 'k'.repeat(32), SECRET_KEY_FILE: path })).toEqual([
      'SECRET_KEY and SECRET_KEY_FILE are both set: set one of them.',
    ]);
    expect(loadConfig({ SECRET_KEY: '', SECRET_KEY_FILE: path }).secretKey).toBe('x'.repeat(32));
    expect(loadConfig({ SECRET_KEY: 'k'.repeat(32), SECRET_KEY_FILE: '' }).secretKey).toBe('k'.repeat(32));
  });

  it('are refused if the file is missing, a folder or empty, once each, in production too', () => {
    const { SECRET_KEY: _, ...others } = PRODUCTION;
    const missing = join(folder, 'none');
    const empty = fileOf('\n');
    const problemsWith = (SECRET_KEY_FILE: string) => problemsOf({ ...others, SECRET_KEY_FILE });
    expect(problemsWith(missing)).toEqual([`SECRET_KEY_FILE: the file ${missing} cannot be read (ENOENT).`]);
    expect(problemsWith(folder)).toEqual([`SECRET_KEY_FILE: the file ${folder} cannot be read (EISDIR).`]);
    expect(problemsWith(empty)).toEqual([`SECRET_KEY_FILE: the file ${empty} is empty.`]);
  });

  it('are checked as the setting is, and not shown', () => {
    expect(problemsOf({ SECRET_KEY_FILE: fileOf('hunter2') })).toEqual([
      'SECRET_KEY must be at least 32 characters long.',
    ]);
    expect(problemsOf({ ...PRODUCTION, SECRET_KEY: '', SECRET_KEY_FILE: fileOf(`try-out-${'k'.repeat(32)}`) })).toEqual(
      ['SECRET_KEY is that of a try-out: keys made there would be worth something here.'],
    );
  });

  it('are read of secrets only', () => {
    expect(loadConfig({ PORT_FILE: join(folder, 'none') }).port).toBe(8080);
  });
});

describe('in production', () => {
  it('a database, a secret key and an address are enough', () => {
    expect(loadConfig(PRODUCTION)).toMatchObject({ nodeEnv: 'production', databaseUrl: PRODUCTION.DATABASE_URL });
  });

  it('the server listens on for a while after SIGTERM, but not for most of the time that it has', () => {
    expect(loadConfig(PRODUCTION).shutdownGraceSeconds).toBe(5);
    expect(loadConfig({ ...PRODUCTION, SHUTDOWN_TIMEOUT_SECONDS: '6' }).shutdownGraceSeconds).toBe(3);
    expect(loadConfig({ ...PRODUCTION, SHUTDOWN_GRACE_SECONDS: '0' }).shutdownGraceSeconds).toBe(0);
  });

  it('all must be set', () => {
    expect(problemsOf({ NODE_ENV: 'production', SECRET_KEY: '' })).toEqual([
      'DATABASE_URL must be set when NODE_ENV is production.',
      'SECRET_KEY must be set when NODE_ENV is production.',
      'PUBLIC_URL must be set when NODE_ENV is production.',
    ]);
  });

  it('the secret key of a try-out is refused', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'postrider-secret-'));
    const SECRET_KEY = ensureSecretKey({ secretKey: undefined, dataDir });
    rmSync(dataDir, { recursive: true });
    expect(problemsOf({ ...PRODUCTION, SECRET_KEY })).toEqual([
      'SECRET_KEY is that of a try-out: keys made there would be worth something here.',
    ]);
  });

  it('switches that make the process fail on purpose are refused', () => {
    expect(problemsOf({ ...PRODUCTION, FAULT_POINTS: 'after-claim' })).toEqual([
      'FAULT_POINTS must not be set when NODE_ENV is production.',
    ]);
  });
});

describe('what production is warned of', () => {
  const subjects = (env: NodeJS.ProcessEnv) =>
    weaknessesOf(loadConfig({ ...PRODUCTION, SECRET_KEY: randomBytes(32).toString('base64'), ...env })).map(
      (sentence) => sentence.split(' ')[0],
    );

  it('is nothing with an address under https and a random secret key', () => {
    for (const encoding of ['base64', 'hex', 'base64url'] as const) {
      for (let time = 0; time < 1_000; time += 1) {
        expect(subjects({ SECRET_KEY: randomBytes(24).toString(encoding) })).toEqual([]);
        expect(subjects({ SECRET_KEY: randomBytes(32).toString(encoding) })).toEqual([]);
      }
    }
    for (let time = 0; time < 1_000; time += 1) {
      expect(subjects({ SECRET_KEY: randomBytes(16).toString('hex') })).toEqual([]);
    }
    expect(subjects({ SECRET_KEY: 'seven long words that nobody else would put together' })).toEqual([]);
  });

  it('is an address without TLS', () => {
    expect(subjects({ PUBLIC_URL: 'http://sms.example.org' })).toEqual(['PUBLIC_URL']);
  });

  it.each([
    'k'.repeat(32),
    'ab'.repeat(20),
    's3cr3t!'.repeat(6),
    '0123456789'.repeat(4),
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ',
    'zyxwvutsrqponmlkjihgfedcba9876543210',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab',
    '00000000000000000000000000000000ff',
    'change-me-to-something-at-least-32-long',
    'CHANGE_THIS_IN_PRODUCTION_PLEASE_!!!',
    'your-secret-key-your-own-secret-key',
    'this is my password for the program',
    'replace-with-32-random-characters...',
    'k3B9 postrider vQ7x postrider zzL1 p',
    'only a secret key of an example here',
  ])('is a secret key that can be guessed: %s', (SECRET_KEY) => {
    expect(subjects({ SECRET_KEY })).toEqual(['SECRET_KEY']);
  });

  it('is nothing where things are tried out', () => {
    const env = { SECRET_KEY: 'k'.repeat(32), PUBLIC_URL: 'http://sms.example.org' };
    expect(weaknessesOf(loadConfig(env))).toEqual([]);
  });
});
