import type { z } from 'zod';
import { LOG_LEVELS } from '../lib/log/logger.js';
import {
  commaSeparated,
  mailbox,
  oneOf,
  origins,
  path,
  proxies,
  secret,
  text,
  url,
  wholeNumber,
  word,
  yesOrNo,
} from './parsers.js';

export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** The environment variable. */
  name: string;
  schema: Schema;
  /** As in the environment; `undefined`: there is no default. */
  default: string | undefined;
  description: string;
  /** The value may contain a password, so messages do not quote it. */
  secret?: true;
  /** For tests, so not documented. */
  hidden?: true;
}

/** Keeps the literal type of the default, which decides whether the field may be `undefined`. */
function setting<Schema extends z.ZodType, Default extends string | undefined>(
  name: string,
  schema: Schema,
  defaultText: Default,
  description: string,
  flags: { secret?: true; hidden?: true } = {},
): Setting<Schema> & { default: Default } {
  return { name, schema, default: defaultText, description, ...flags };
}

const MEBIBYTE = 1024 * 1024;

/** Every environment variable that the program reads. No other file names them. */
export const settings = {
  nodeEnv: setting(
    'NODE_ENV',
    oneOf(['development', 'test', 'production']),
    'development',
    '`production` insists on `DATABASE_URL`, `SECRET_KEY` and `PUBLIC_URL`, refuses the secret key of a try-out, and warns of a `PUBLIC_URL` without TLS and of a `SECRET_KEY` that can be guessed',
  ),
  host: setting('HOST', word, '127.0.0.1', 'Address to listen on'),
  port: setting('PORT', wholeNumber(1, 65_535), '8080', 'Port to listen on'),
  publicUrl: setting(
    'PUBLIC_URL',
    url(['http:', 'https:'], 'https://sms.example.org'),
    undefined,
    'How gateways and customers reach this server; needed in production, otherwise derived from `HOST` and `PORT`',
  ),
  allowedOrigins: setting(
    'ALLOWED_ORIGINS',
    origins,
    undefined,
    'Origins whose pages may call this server with an API key, separated by commas: `https://app.example.org`; none when not set',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    proxies,
    'false',
    'Take the address of the caller from `X-Forwarded-For`: with `true` the first one there, which callers can invent; the number of proxies in front, which count from the last, is safer',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database'),
    undefined,
    'PostgreSQL 15 or newer; an embedded one in `DATA_DIR` when not set',
    { secret: true },
  ),
  databasePoolSize: setting('DATABASE_POOL_SIZE', wholeNumber(2, 500), '10', 'Connections to PostgreSQL a process'),
  dataDir: setting(
    'DATA_DIR',
    path,
    '.data',
    'Folder of the embedded PostgreSQL, of the demo key, and of the secret key where `SECRET_KEY` is not set',
  ),
  secretKey: setting(
    'SECRET_KEY',
    secret(32),
    undefined,
    'Keys the hashes of API keys, cookies, codes, links, opt-outs and participants of groups, and seals webhook secrets and mails: at least 32 characters, the same for all that work on one database, never changed; when not set (outside production) one is made in `DATA_DIR`, also beside a `DATABASE_URL`',
    { secret: true },
  ),
  logLevel: setting('LOG_LEVEL', oneOf(LOG_LEVELS), 'info', `One of ${LOG_LEVELS.join(', ')}`),
  gatewaysFile: setting(
    'GATEWAYS_FILE',
    path,
    undefined,
    'JSON file with the gateways and the routes to them; the sandbox alone when not set',
  ),
  bodyLimitBytes: setting(
    'BODY_LIMIT_BYTES',
    wholeNumber(1024, 64 * MEBIBYTE),
    String(MEBIBYTE),
    'Largest request body; bulk calls have their own limit of 4 MiB',
  ),
  dispatchBatchSize: setting(
    'DISPATCH_BATCH_SIZE',
    wholeNumber(1, 5000),
    '500',
    'Messages that a worker leases at a time; they are handed over in portions of `batch_size`, which each gateway has',
  ),
  leaseSeconds: setting(
    'LEASE_SECONDS',
    wholeNumber(5, 3600),
    '60',
    'How long a worker may hold a claimed message before others look after it',
  ),
  maxFreezeSeconds: setting(
    'MAX_FREEZE_SECONDS',
    wholeNumber(0, 3600),
    '30',
    'The longest time for which a worker process may stand still, frozen or starved, without a message being sent twice through a gateway that is asked what it has: "not found" is believed only after the lease, the call and this time',
  ),
  sweepIntervalMs: setting(
    'SWEEP_INTERVAL_MS',
    wholeNumber(100, 60_000),
    '2000',
    'How often workers look for due work',
  ),
  inDoubtWaitSeconds: setting(
    'IN_DOUBT_WAIT_SECONDS',
    wholeNumber(1, 86_400),
    '900',
    'How long a message whose submission had no clear answer waits for a report',
  ),
  reportTimeoutHours: setting(
    'REPORT_TIMEOUT_HOURS',
    wholeNumber(1, 720),
    '72',
    'How long a sent message waits for its delivery report',
  ),
  maxHoldHours: setting('MAX_HOLD_HOURS', wholeNumber(1, 720), '72', 'How long a message may be held'),
  balanceProbeSeconds: setting(
    'BALANCE_PROBE_SECONDS',
    wholeNumber(1, 3600),
    '30',
    'How often a gateway that ran out of credit is asked again',
  ),
  retentionDays: setting(
    'RETENTION_DAYS',
    wholeNumber(1, 3650),
    '30',
    'After this many days texts and numbers are redacted, unless the organisation has its own number',
  ),
  sandboxDelayMs: setting(
    'SANDBOX_DELAY_MS',
    wholeNumber(0, 600_000),
    '1000',
    'Time until the sandbox sends its simulated reports',
  ),
  sandboxRetrySeconds: setting(
    'SANDBOX_RETRY_SECONDS',
    wholeNumber(0, 3600),
    '5',
    'The sandbox shortens the waiting times of retries to this',
  ),
  chatProbeSeconds: setting(
    'CHAT_PROBE_SECONDS',
    wholeNumber(1, 3600),
    '30',
    'How often chat engines are asked for the states of their sessions; after three silent times a phone counts as disconnected',
  ),
  chatAckTimeoutSeconds: setting(
    'CHAT_ACK_TIMEOUT_SECONDS',
    wholeNumber(1, 86_400),
    '120',
    'A phone whose chat messages are taken, but not acknowledged for so long, counts as stalled',
  ),
  allowPrivateNetworkUrls: setting(
    'ALLOW_PRIVATE_NETWORK_URLS',
    yesOrNo,
    'false',
    'Accept addresses of media and webhooks in private networks; for testing alone',
  ),
  webhookTimeoutSeconds: setting(
    'WEBHOOK_TIMEOUT_SECONDS',
    wholeNumber(1, 60),
    '15',
    'How long a webhook endpoint may take to answer',
  ),
  eventRetentionDays: setting(
    'EVENT_RETENTION_DAYS',
    wholeNumber(1, 3650),
    '30',
    'Events, the history of messages among them, and what was delivered to webhooks are kept for so long',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    url(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.org:587'),
    undefined,
    'Where mail is sent through: `smtps://` with TLS from the start, `smtp://` with TLS when the server offers it, or insisting on it with `?requireTLS=true`; without it mails go to the log (not in production) and to `outbox/` in `DATA_DIR`',
    { secret: true },
  ),
  mailFrom: setting(
    'MAIL_FROM',
    mailbox,
    'Postrider <postrider@localhost>',
    'Sender of the mails to people: an address, or a name with one',
  ),
  signUp: setting(
    'SIGN_UP',
    oneOf(['open', 'invited']),
    undefined,
    'Who may make an account: everybody (`open`), or those only who were invited (`invited`); `open` when not set, but `invited` in production',
  ),
  shutdownTimeoutSeconds: setting(
    'SHUTDOWN_TIMEOUT_SECONDS',
    wholeNumber(1, 600),
    '30',
    'How long running work may take to finish after SIGTERM; nothing else may end the process sooner',
  ),
  organisation: setting(
    'POSTRIDER_ORGANISATION',
    text,
    undefined,
    'Name or id of the organisation that commands work on, where `--organisation` names no other; the server does not read it',
  ),
  shutdownGraceSeconds: setting(
    'SHUTDOWN_GRACE_SECONDS',
    wholeNumber(0, 300),
    undefined,
    'How long the API goes on taking connections after SIGTERM, while `/readyz` says 503, so that load balancers stop sending here before it stops listening: part of `SHUTDOWN_TIMEOUT_SECONDS`, and at most half of it; when not set 5 in production (or half of the time-out, if that is less), otherwise 0',
  ),
  /** npm sets it for the processes that it starts. */
  npmLifecycleEvent: setting('npm_lifecycle_event', path, undefined, 'What npm runs', { hidden: true }),
  faultPoints: setting(
    'FAULT_POINTS',
    commaSeparated,
    undefined,
    'Named points at which the process fails on purpose',
    {
      hidden: true,
    },
  ),
} as const;

type Settings = typeof settings;
type Value<S extends Setting> = z.output<S['schema']> | (S['default'] extends string ? never : undefined);

/** Values from the environment, before `loadConfig` derives others. */
export type SettingValues = { readonly [Field in keyof Settings]: Value<Settings[Field]> };
