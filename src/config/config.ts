import { type Setting, type SettingValues, settings } from './settings.js';

export interface Config extends SettingValues {
  /** Always set: given by PUBLIC_URL or derived from HOST and PORT. No slash at the end. */
  readonly publicUrl: string;
  /** Always set: none unless ALLOWED_ORIGINS names some. */
  readonly allowedOrigins: readonly string[];
  /** Always set: strangers are welcome to try things out, but not where messages cost money. */
  readonly signUp: 'open' | 'invited';
  /** Always set: a load balancer has to learn of a stop, a terminal does not. */
  readonly shutdownGraceSeconds: number;
}

/** The environment does not describe a server that may start. The message has one sentence a problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Reads and checks every setting at once, so that a person sees all mistakes at the first start. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [field, setting] of Object.entries<Setting>(settings)) {
    // An empty variable counts as not set: that is what `NAME=` in a compose file means.
    const text = env[setting.name]?.trim() || setting.default;
    const parsed = text === undefined ? undefined : setting.schema.safeParse(text);
    if (parsed?.success === false) problems.push(sentence(setting, text, parsed.error.issues[0]?.message));
    values[field] = parsed?.data;
  }
  if (env.NODE_ENV === 'production') problems.push(...refusalsInProduction(env));
  if (problems.length === 0) problems.push(...contradictions(values as SettingValues));
  if (problems.length > 0) throw new ConfigError(problems);
  return withDerived(values as SettingValues);
}

function sentence(setting: Setting, text: string | undefined, expectation = 'something else'): string {
  return `${setting.name} must be ${expectation}${setting.secret ? '' : `, but is "${text}"`}.`;
}

/** What a secret key begins with that the program has made for itself. */
export const TRY_OUT_SECRET = 'try-out-';

function refusalsInProduction(env: NodeJS.ProcessEnv): string[] {
  // Without an address of its own it would send its callers on to their own machines.
  const needed = [settings.databaseUrl, settings.secretKey, settings.publicUrl];
  const missing = needed.filter(({ name }) => !env[name]?.trim());
  const refusals = missing.map(({ name }) => `${name} must be set when NODE_ENV is production.`);
  if (env[settings.secretKey.name]?.startsWith(TRY_OUT_SECRET)) {
    refusals.push(`${settings.secretKey.name} is that of a try-out: keys made there would be worth something here.`);
  }
  if (env[settings.faultPoints.name]) {
    refusals.push(`${settings.faultPoints.name} must not be set when NODE_ENV is production.`);
  }
  return refusals;
}

/** Of settings that are right by themselves. */
function contradictions({ shutdownGraceSeconds = 0, shutdownTimeoutSeconds }: SettingValues): string[] {
  if (shutdownGraceSeconds <= shutdownTimeoutSeconds / 2) return [];
  return [
    `SHUTDOWN_GRACE_SECONDS (${shutdownGraceSeconds}) must be at most half of SHUTDOWN_TIMEOUT_SECONDS ` +
      `(${shutdownTimeoutSeconds}): what is taken in that time has to be answered in the rest.`,
  ];
}

/** Health checks of load balancers come every few seconds; Docker kills after ten. */
const GRACE_IN_PRODUCTION_SECONDS = 5;

function withDerived(values: SettingValues): Config {
  const publicUrl = values.publicUrl ?? `http://${reachableHost(values.host)}:${values.port}`;
  const signUp = values.signUp ?? (values.nodeEnv === 'production' ? 'invited' : 'open');
  const allowedOrigins = values.allowedOrigins ?? [];
  const usualGrace = values.nodeEnv === 'production' ? GRACE_IN_PRODUCTION_SECONDS : 0;
  const shutdownGraceSeconds = values.shutdownGraceSeconds ?? Math.min(usualGrace, values.shutdownTimeoutSeconds / 2);
  return Object.freeze({
    ...values,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    allowedOrigins,
    signUp,
    shutdownGraceSeconds,
  });
}

/** "All addresses" is something to listen on, not something to call. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
