import { z } from 'zod';

/** Settings that gateways and engines use unless the file has its own. */
export interface GatewayDefaults {
  readonly sandboxDelayMs: number;
  readonly sandboxRetrySeconds: number;
  /** A lease must cover the longest call to a gateway. */
  readonly leaseSeconds: number;
  /** The base of callback URLs, without a slash at the end. */
  readonly publicUrl: string;
  readonly secretKey: string;
  /** While SECRET_KEY is replaced. */
  readonly previousSecretKey?: string | undefined;
}

/** Part of the callback URL. */
export const entryName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must start with a small letter and have up to 31 small letters, digits and "-"');

/** By kind: a schema that parses the options in the file into a function that builds the gateway or engine. */
export type Kinds<Build> = Readonly<Record<string, z.ZodType<Build>>>;

/** Null for an unknown kind, which another check reports. */
export function parseOptions<Build>(kinds: Kinds<Build>, entry: unknown, path: string, problems: string[]) {
  const { kind, options } = (entry ?? {}) as { kind?: unknown; options?: unknown };
  const schema = Object.hasOwn(kinds, String(kind)) && kinds[String(kind)];
  return schema ? parse(schema, options ?? {}, `${path}.options`, problems) : null;
}

export function nameIn(entry: unknown): unknown {
  return (entry as { name?: unknown } | null)?.name;
}

/** Returns the parsed value; or null, and adds a sentence to `problems` for each fault. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, path: string, problems: string[]): T | null {
  const parsed = schema.safeParse(value, { error: plainWords });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const inside = z.core.toDotPath(issue.path);
    const place = path === '' || inside === '' || inside.startsWith('[') ? path + inside : `${path}.${inside}`;
    problems.push(`${place || 'The file'}: ${issue.message}.`);
  }
  return null;
}

function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  return issue.input === undefined ? 'is missing' : `must be of the type ${issue.expected}`;
}
