import { z } from 'zod';

/** Where the gateways and engines of the file get what it does not say. */
export interface GatewayDefaults {
  readonly sandboxDelayMs: number;
  readonly sandboxRetrySeconds: number;
  /** A worker's lease has to cover the longest call to a gateway. */
  readonly leaseSeconds: number;
  /** Where callbacks reach this server; no slash at the end. */
  readonly publicUrl: string;
  readonly secretKey: string;
}

/** It is part of the address for callbacks. */
export const entryName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must start with a small letter and have up to 31 small letters, digits and "-"');

/** Every kind of entry: a schema that turns its options, as written in the file, into a way to build one. */
export type Kinds<Build> = Readonly<Record<string, z.ZodType<Build>>>;

/** An unknown kind is a fault of `kind` alone, so its options are let through. */
export function parseOptions<Build>(kinds: Kinds<Build>, entry: unknown, path: string, problems: string[]) {
  const { kind, options } = (entry ?? {}) as { kind?: unknown; options?: unknown };
  const schema = Object.hasOwn(kinds, String(kind)) && kinds[String(kind)];
  return schema ? parse(schema, options ?? {}, `${path}.options`, problems) : null;
}

export function nameIn(entry: unknown): unknown {
  return (entry as { name?: unknown } | null)?.name;
}

/** The value in its parsed form; or null, and one sentence more in `problems` for every fault. */
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
