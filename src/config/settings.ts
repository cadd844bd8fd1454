import type { z } from 'zod';
import { LOG_LEVELS } from '../lib/log/logger.js';
import { SAMPLERS } from '../lib/trace/tracing.js';
import { VARIABLES } from './command-line.js';
import {
  commaSeparated,
  freeSegment,
  mailbox,
  oneOf,
  origins,
  path,
  proxies,
  ratio,
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
  /** For tests, so not in docs/settings.md. */
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

function rateLimit<Default extends string>(name: string, defaultText: Default, calls: string) {
  const description = `${calls} may make in any 60 seconds, unless the organisation has [its own limit](calls.md#limits)`;
  return setting(name, wholeNumber(1, 1_000_000), defaultText, description);
}

/** What follows `/v1/` in the paths of REST. */
export const V1_SEGMENTS = [
  'access-tokens',
  'audit',
  'auth',
  'chatapp',
  'consent',
  'conversations',
  'erasures',
  'events',
  'exports',
  'inbox',
  'keywords',
  'numbers',
  'own-numbers',
  'rate-limits',
  'sms',
  'suppressions',
  'webhooks',
];

const MEBIBYTE = 1024 * 1024;

/** Every environment variable that the program reads. No other file names them. */
export const settings = {
  nodeEnv: setting(
    'NODE_ENV',
    oneOf(['development', 'test', 'production']),
    'development',
    '`production` requires `DATABASE_URL`, `SECRET_KEY` and `PUBLIC_URL`, refuses a generated secret key, and warns of a `PUBLIC_URL` without TLS and of a guessable `SECRET_KEY`',
  ),
  host: setting('HOST', word, '127.0.0.1', 'Address to listen on'),
  port: setting('PORT', wholeNumber(1, 65_535), '8080', 'Port to listen on'),
  metricsPort: setting(
    'METRICS_PORT',
    wholeNumber(1, 65_535),
    undefined,
    'Port on which `/metrics` is served, and nowhere else, so that a network policy can close it; when not set, `PORT`',
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    url(['http:', 'https:'], 'https://sms.example.org'),
    undefined,
    'URL at which gateways and customers reach this server; required in production, otherwise derived from `HOST` and `PORT`',
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
    "Reads the caller's address from `X-Forwarded-For`: `true` takes the first one, which callers can forge; the number of trusted proxies, counted from the last, is safer",
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database'),
    undefined,
    'PostgreSQL 15 or newer; an embedded one in `DATA_DIR` when not set',
    { secret: true },
  ),
  listenUrl: setting(
    'LISTEN_URL',
    url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database'),
    undefined,
    'The same database without a connection pool in between, for `LISTEN`, the queue, migrations and the lock of `end-unfinished`, which PgBouncer would break; `DATABASE_URL` when not set',
    { secret: true },
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    wholeNumber(2, 500),
    '10',
    'Connections to PostgreSQL per process; calls of one organisation use at most four fifths of them at a time',
  ),
  connectsToNodes: setting(
    'CONNECT_TO_NODES',
    yesOrNo,
    'false',
    'On [Citus](scale.md#connections-to-the-nodes): most of what a message costs goes to the node of its organisation, past the coordinator, through up to `DATABASE_POOL_SIZE` more connections to each node',
  ),
  dataDir: setting(
    'DATA_DIR',
    path,
    '.data',
    'Folder of the embedded PostgreSQL, the demo key, and the generated secret key',
  ),
  secretKey: setting(
    'SECRET_KEY',
    secret(32),
    undefined,
    'Key for the hashes of API keys, cookies, codes, links, opt-outs and group participants, and for the encryption of webhook secrets and mails: at least 32 characters, equal for all processes of one database, [replaced with care](security.md#replace-secret_key) only; when not set (outside production) the server generates one in `DATA_DIR`',
    { secret: true },
  ),
  previousSecretKey: setting(
    'PREVIOUS_SECRET_KEY',
    secret(32),
    undefined,
    'While `SECRET_KEY` is replaced: the key that it replaces, which is accepted as well and makes nothing new',
    { secret: true },
  ),
  logLevel: setting('LOG_LEVEL', oneOf(LOG_LEVELS), 'info', `One of ${LOG_LEVELS.join(', ')}`),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    url(['http:', 'https:'], 'http://127.0.0.1:4318'),
    undefined,
    'Collector of OpenTelemetry that takes traces by OTLP over HTTP; no traces when not set',
  ),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    oneOf(SAMPLERS),
    'parentbased_always_on',
    `Which traces are recorded: one of ${SAMPLERS.join(', ')}; equal for all processes, so that a trace is whole`,
  ),
  tracesSamplerRatio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    ratio,
    '1',
    'Share of traces that the samplers with `traceidratio` record, from 0 to 1',
  ),
  gatewaysFile: setting(
    'GATEWAYS_FILE',
    path,
    undefined,
    'JSON file with gateways, chat engines and routes; only the sandbox when not set',
  ),
  chatPathSegment: setting(
    'CHAT_PATH_SEGMENT',
    freeSegment(V1_SEGMENTS),
    undefined,
    'A second name for `chatapp` in REST: with `my-chat`, every path that begins with `/v1/chatapp/` also begins with `/v1/my-chat/`, for clients that were written for another service',
  ),
  bodyLimitBytes: setting(
    'BODY_LIMIT_BYTES',
    wholeNumber(1024, 64 * MEBIBYTE),
    String(MEBIBYTE),
    'Largest request body; bulk calls have their own limit of 4 MiB',
  ),
  rateLimitSmsSend: rateLimit('RATE_LIMIT_SMS_SEND', '300', 'Single sends that an organisation'),
  rateLimitSmsSendBulk: rateLimit('RATE_LIMIT_SMS_SEND_BULK', '60', 'Bulk sends that an organisation'),
  rateLimitGeneral: rateLimit('RATE_LIMIT_GENERAL', '300', 'Other calls that an organisation'),
  rateLimitPeople: rateLimit('RATE_LIMIT_PEOPLE', '600', 'Reading calls that a person who has signed in'),
  dispatchBatchSize: setting(
    'DISPATCH_BATCH_SIZE',
    wholeNumber(1, 5000),
    '500',
    "Messages that a worker leases at a time; it submits them in batches of the gateway's `batch_size`",
  ),
  leaseSeconds: setting(
    'LEASE_SECONDS',
    wholeNumber(5, 3600),
    '60',
    'How long a worker may hold a claimed message before another worker takes it over',
  ),
  maxFreezeSeconds: setting(
    'MAX_FREEZE_SECONDS',
    wholeNumber(0, 3600),
    '30',
    'Longest time for which a worker process may be frozen or starved of CPU without a double send through a gateway with look-up: a worker trusts "not found" only after the lease, the call and this time',
  ),
  sweepIntervalMs: setting(
    'SWEEP_INTERVAL_MS',
    wholeNumber(100, 60_000),
    '2000',
    'Interval at which a worker looks for due work. On [Citus](scale.md#citus), if a look takes longer than 4 ms, an idle worker looks less often, in proportion, at least every 30 s. Scheduled messages and retries do not wait so long: a look also tells of the first that come due before the next one, and after a turn a worker looks again within this interval, on Citus 10 s at most',
  ),
  inDoubtWaitSeconds: setting(
    'IN_DOUBT_WAIT_SECONDS',
    wholeNumber(1, 86_400),
    '900',
    'How long a message in doubt (its submission had no clear answer) waits for a report',
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
    'Interval at which workers check a gateway without credit again',
  ),
  retentionDays: setting(
    'RETENTION_DAYS',
    wholeNumber(1, 3650),
    '30',
    'Days after which texts and numbers are redacted, unless the organisation has its own setting',
  ),
  messageRetentionDays: setting(
    'MESSAGE_RETENTION_DAYS',
    wholeNumber(1, 3650),
    undefined,
    'Days after which messages and campaigns are deleted, with everything about them but statistics, unless the organisation has its own setting; kept when not set',
  ),
  sandboxDelayMs: setting(
    'SANDBOX_DELAY_MS',
    wholeNumber(0, 600_000),
    '1000',
    "Delay of the sandbox's simulated reports",
  ),
  sandboxRetrySeconds: setting(
    'SANDBOX_RETRY_SECONDS',
    wholeNumber(0, 3600),
    '5',
    'Upper limit for the delay of retries through the sandbox',
  ),
  chatProbeSeconds: setting(
    'CHAT_PROBE_SECONDS',
    wholeNumber(1, 3600),
    '30',
    'Interval at which workers ask chat engines for the states of their sessions; after three calls without an answer a phone counts as disconnected',
  ),
  chatAckTimeoutSeconds: setting(
    'CHAT_ACK_TIMEOUT_SECONDS',
    wholeNumber(1, 86_400),
    '120',
    'A phone that accepts chat messages but acknowledges none for so long counts as stalled',
  ),
  allowPrivateNetworkUrls: setting(
    'ALLOW_PRIVATE_NETWORK_URLS',
    yesOrNo,
    'false',
    'Allows media and webhook URLs in private networks; for tests only',
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
    'Days for which events, including the history of messages, and webhook deliveries are kept',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    url(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.org:587'),
    undefined,
    'SMTP server for mail: `smtps://` with TLS from the start, `smtp://` with TLS if the server offers it, `?requireTLS=true` to require it; when not set, mails go to `outbox/` in `DATA_DIR` and, outside production, to the log',
    { secret: true },
  ),
  mailFrom: setting(
    'MAIL_FROM',
    mailbox,
    'Postrider <postrider@localhost>',
    'Sender of mails: an address, or a name with one',
  ),
  signUp: setting(
    'SIGN_UP',
    oneOf(['open', 'invited']),
    undefined,
    'Who may create an account: everyone (`open`) or invited people only (`invited`); when not set `open`, but `invited` in production',
  ),
  shutdownTimeoutSeconds: setting(
    'SHUTDOWN_TIMEOUT_SECONDS',
    wholeNumber(1, 600),
    '30',
    'How long work under way may take to finish after SIGTERM; a supervisor must not kill the process sooner',
  ),
  organisation: setting(
    VARIABLES.organisation,
    text,
    undefined,
    'Name or id of the organisation for commands without `--organisation`; the server does not read it',
  ),
  configHome: setting(
    'XDG_CONFIG_HOME',
    path,
    undefined,
    'Folder of the user, `~/.config` when not set, in which commands remember the organisation of a `DATABASE_URL`; the server does not read it',
  ),
  shutdownGraceSeconds: setting(
    'SHUTDOWN_GRACE_SECONDS',
    wholeNumber(0, 300),
    undefined,
    'How long the API accepts connections after SIGTERM, while `/readyz` returns 503, so that load balancers stop sending requests before it stops listening: part of `SHUTDOWN_TIMEOUT_SECONDS`, at most half of it; when not set 5 in production (or half of the timeout, if that is less), otherwise 0',
  ),
  npmLifecycleEvent: setting(VARIABLES.npmLifecycleEvent, path, undefined, 'What npm runs', { hidden: true }),
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
