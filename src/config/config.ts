import { readFileSync } from 'node:fs';
import { type Setting, type SettingValues, settings } from './settings.js';

export interface Config extends SettingValues {
  /** Set, or derived from HOST and PORT. Without a slash at the end. */
  readonly publicUrl: string;
  /** PORT when not set. */
  readonly metricsPort: number;
  readonly allowedOrigins: readonly string[];
  /** `invited` by default in production, because messages cost money there. */
  readonly signUp: 'open' | 'invited';
  /** 0 by default outside of production, where no load balancer must learn of the stop. */
  readonly shutdownGraceSeconds: number;
  /** The rate limits by their names in the API. */
  readonly callsPerMinute: Readonly<Record<'sms_send' | 'sms_send_bulk' | 'general' | 'people', number>>;
}

/** The environment is invalid. The message has one sentence for each problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Reads and checks all settings, so that the first start reports all mistakes. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [field, setting] of Object.entries<Setting>(settings)) {
    const text = readText(setting, env, problems) ?? setting.default;
    const parsed = text === undefined ? undefined : setting.schema.safeParse(text);
    if (parsed?.success === false) problems.push(sentence(setting, text, parsed.error.issues[0]?.message));
    values[field] = parsed?.data;
  }
  if (env.NODE_ENV === 'production') problems.push(...refusalsInProduction(env, values));
  if (problems.length === 0) problems.push(...contradictions(values as SettingValues));
  if (problems.length > 0) throw new ConfigError(problems);
  return withDerived(values as SettingValues);
}

/**
 * The text of the variable, or, for a secret, of the file that NAME_FILE names, without spaces and newlines around it.
 */
function readText({ name, secret }: Setting, env: NodeJS.ProcessEnv, problems: string[]): string | undefined {
  const text = given(name, env);
  const file = secret && given(fileOf(name), env);
  if (!file) return text;
  if (text) problems.push(`${name} and ${fileOf(name)} are both set: set one of them.`);
  try {
    const content = readFileSync(file, 'utf8').trim();
    if (content === '') problems.push(`${fileOf(name)}: the file ${file} is empty.`);
    return content || undefined;
  } catch (error) {
    problems.push(`${fileOf(name)}: the file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    return undefined;
  }
}

/** An empty variable counts as not set, as `NAME=` in a compose file. */
function given(name: string, env: NodeJS.ProcessEnv): string | undefined {
  return env[name]?.trim() || undefined;
}

/** The variable that names the file of a secret: containers get secrets as files. */
function fileOf(name: string): string {
  return `${name}_FILE`;
}

function sentence(setting: Setting, text: string | undefined, expectation = 'something else'): string {
  return `${setting.name} must be ${expectation}${setting.secret ? '' : `, but is "${text}"`}.`;
}

/** The prefix of the secret key that the program generates outside of production. */
export const TRY_OUT_SECRET = 'try-out-';

function refusalsInProduction(env: NodeJS.ProcessEnv, { secretKey }: Partial<SettingValues>): string[] {
  // Without PUBLIC_URL links in mails and callback URLs would point to 127.0.0.1.
  const needed = [settings.databaseUrl, settings.secretKey, settings.publicUrl];
  const missing = needed.filter(({ name, ...setting }: Setting) => {
    return !given(name, env) && !(setting.secret && given(fileOf(name), env));
  });
  const refusals = missing.map(({ name }) => `${name} must be set when NODE_ENV is production.`);
  if (secretKey?.startsWith(TRY_OUT_SECRET)) {
    refusals.push(`${settings.secretKey.name} is that of a try-out: keys made there would be worth something here.`);
  }
  if (env[settings.faultPoints.name]) {
    refusals.push(`${settings.faultPoints.name} must not be set when NODE_ENV is production.`);
  }
  return refusals;
}

/** Settings that are valid alone, but not together. */
function contradictions(values: SettingValues): string[] {
  const {
    shutdownGraceSeconds = 0,
    shutdownTimeoutSeconds,
    secretKey,
    previousSecretKey,
    databaseUrl,
    listenUrl,
  } = values;
  const problems: string[] = [];
  if (shutdownGraceSeconds > shutdownTimeoutSeconds / 2) {
    problems.push(
      `SHUTDOWN_GRACE_SECONDS (${shutdownGraceSeconds}) must be at most half of SHUTDOWN_TIMEOUT_SECONDS ` +
        `(${shutdownTimeoutSeconds}): what is taken in that time has to be answered in the rest.`,
    );
  }
  if (previousSecretKey !== undefined && previousSecretKey === secretKey) {
    problems.push('PREVIOUS_SECRET_KEY and SECRET_KEY are the same key.');
  }
  if (listenUrl !== undefined && databaseUrl === undefined) {
    problems.push('LISTEN_URL must not be set without DATABASE_URL: it is another way to the same database.');
  }
  return problems;
}

/** Load balancers check health every few seconds; Docker kills after ten. */
const GRACE_IN_PRODUCTION_SECONDS = 5;

function withDerived(values: SettingValues): Config {
  const publicUrl = values.publicUrl ?? `http://${reachableHost(values.host)}:${values.port}`;
  const signUp = values.signUp ?? (values.nodeEnv === 'production' ? 'invited' : 'open');
  const allowedOrigins = values.allowedOrigins ?? [];
  const usualGrace = values.nodeEnv === 'production' ? GRACE_IN_PRODUCTION_SECONDS : 0;
  const shutdownGraceSeconds = values.shutdownGraceSeconds ?? Math.min(usualGrace, values.shutdownTimeoutSeconds / 2);
  return Object.freeze({
    ...values,
    metricsPort: values.metricsPort ?? values.port,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    allowedOrigins,
    signUp,
    shutdownGraceSeconds,
    callsPerMinute: {
      sms_send: values.rateLimitSmsSend,
      sms_send_bulk: values.rateLimitSmsSendBulk,
      general: values.rateLimitGeneral,
      people: values.rateLimitPeople,
    },
  });
}

/** A client cannot call the wildcard address. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
