/** What differs from run to run, wherever it stands in a text. Each pattern sees what the ones before it left. */
const PATTERNS: readonly (readonly [pattern: RegExp, placeholder: string])[] = [
  [/\bpr_(?:live|test)_[0-9A-Za-z]{38}\b/g, '<key>'],
  // The hint of a key in a list.
  [/(\bpr_(?:live|test)_…)[0-9A-Za-z]{4}\b/g, '$1<hint>'],
  // The id of a chat message at its provider.
  [/\b3EB0[0-9A-F]{16,40}\b/g, '<provider id>'],
  // The id of a group of the sandbox.
  [/\b120363\d{12}@g\.us\b/g, '<group>'],
  [/\bwhsec_[0-9A-Za-z+/]{40,}={0,2}/g, '<secret>'],
  [/\bv1,[0-9A-Za-z+/]{43}=/g, '<signature>'],
  [/\b\d{4}-\d{2}-\d{2}(?:T|%20| )\d{2}(?::|%3A)\d{2}(?::|%3A)\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?/g, '<time>'],
  // In the name of a file.
  [/-\d{4}-\d{2}-\d{2}(?=\.(?:csv|jsonl)\b)/g, '-<day>'],
  [/\b[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT\b/g, '<time>'],
  // In a sentence.
  [
    /\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/g,
    '<day>',
  ],
  [/\b(?:127\.0\.0\.1|localhost|\[::1\]):\d{2,5}\b/g, '<host>'],
  [/;r=\d+;t=\d+/g, ';r=<n>;t=<n>'],
  [/\bavailable in \d+ seconds\b/g, 'available in <n> seconds'],
];

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const EVENT_ID = /\bevt_(?:test_)?[0-9a-f]{24,32}\b/g;
/** Sessions, challenges and tokens of links: long, and with characters of all kinds. */
const RANDOM_TEXT = /^(?=.*[a-z])(?=.*[A-Z])(?:(?=.*\d).{22,39}|.{40,})$/;
const SEALED_CURSOR = /^[\w-]{8}\[.*\]$/s;
const TOKEN = /(?<![\w-])[\w-]{15,}(?![\w-])/g;

/** Fields and headers whose numbers depend on the clock. */
const NUMBERS =
  /^(?:x-ratelimit-(?:remaining|reset)|retry-after|retry_after|retryAfterSeconds|webhook-timestamp|.*(?:duration|latency)_?ms)$/i;

/**
 * The same value with everything replaced that differs from run to run: ids by the order in which they appear, so that
 * equal ones stay equal; times, keys, secrets, signatures, cursors and local addresses by what they are. One call is
 * one scope of ids: normalise each case by itself, or a new case renumbers all that follow.
 */
export function normalise(value: unknown): unknown {
  const ids = new Map<string, string>();
  const events = new Map<string, string>();

  function normaliseText(text: string): string {
    const named = text
      .replace(UUID, (id) => numbered(ids, 'id', id.toLowerCase()))
      .replace(EVENT_ID, (id) => numbered(events, 'event', id));
    const replaced = PATTERNS.reduce((rest, [pattern, placeholder]) => rest.replace(pattern, placeholder), named);
    return replaced.replace(TOKEN, normaliseToken);
  }

  function normaliseAny(inner: unknown, name = ''): unknown {
    if (inner !== null && NUMBERS.test(name)) return '<n>';
    if (typeof inner === 'string') return normaliseText(inner);
    if (inner instanceof Date) return '<time>';
    if (Array.isArray(inner)) return inner.map((item) => normaliseAny(item));
    return typeof inner === 'object' && inner !== null ? normaliseObject(inner) : inner;
  }

  function normaliseObject(inner: object): object {
    const entries = inner instanceof Headers ? [...inner] : Object.entries(inner);
    return Object.fromEntries(entries.map(([key, item]) => [normaliseText(key), normaliseAny(item, key)]));
  }

  return normaliseAny(value);
}

function normaliseToken(token: string): string {
  if (SEALED_CURSOR.test(Buffer.from(token, 'base64url').toString())) return '<cursor>';
  return RANDOM_TEXT.test(token) ? '<token>' : token;
}

function numbered(seen: Map<string, string>, kind: string, id: string): string {
  const placeholder = seen.get(id) ?? `<${kind}:${seen.size + 1}>`;
  seen.set(id, placeholder);
  return placeholder;
}
