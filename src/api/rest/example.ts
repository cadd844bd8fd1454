import type { JsonSchema } from './json-schema.js';

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly string[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

const PLAIN: Readonly<Record<string, unknown>> = {
  boolean: false,
  'date-time': '2026-11-20T09:00:00.000Z',
  integer: 0,
  object: {},
  string: 'Text',
  uuid: '019a1f0c-5b07-7a90-8c12-6f1e2d3c4b5a',
};

/** An example of what a schema describes, with plain values for all that is not given. */
export function exampleOf(
  schema: JsonSchema,
  given: unknown,
  components: Readonly<Record<string, JsonSchema>>,
): unknown {
  const { $ref, anyOf, const: fixed, examples, enum: words, type, format, properties, items } = schema as Schema;
  if ($ref) return exampleOf(components[$ref.split('/').at(-1) as string] as JsonSchema, given, components);
  if (properties) {
    const names = Object.entries(properties);
    const values = (given ?? {}) as Readonly<Record<string, unknown>>;
    return Object.fromEntries(names.map(([name, inner]) => [name, exampleOf(inner, values[name], components)]));
  }
  if (items) return ((given ?? [undefined]) as unknown[]).map((item) => exampleOf(items, item, components));
  if (given !== undefined) return given;
  if (anyOf || Array.isArray(type)) return null;
  return fixed ?? examples?.[0] ?? words?.[0] ?? PLAIN[format ?? (type as string)];
}
