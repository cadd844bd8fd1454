type Json = Readonly<Record<string, unknown>>;

/** On every answer to a call that was counted. */
export const ANSWER_HEADERS = [
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

const header = (type: string, description: string) => ({ schema: { type }, description });

export const HEADERS = {
  'X-Request-Id': header('string', 'Yours if you sent one, else a new one; quote it to support.'),
  'RateLimit-Policy': header('string', 'The limit that this call counts against.'),
  RateLimit: header('string', 'How much of the limit is left, and for how long.'),
  'X-RateLimit-Limit': header('integer', 'Calls allowed in a window.'),
  'X-RateLimit-Remaining': header('integer', 'Calls left in this window.'),
  'X-RateLimit-Reset': header('integer', 'Seconds until the window ends.'),
  'Retry-After': header('integer', 'Seconds to wait before calling again.'),
  'X-Ignored-Fields': header(
    'string',
    'Names in the body or query that mean nothing here, such as `colour, recipients[].shade`: percent-encoded, at most ' +
      '20, and `...` when there are more. Left out when there are none.',
  ),
  'Idempotency-Replayed': header(
    'boolean',
    'True when an earlier call with this key has done it, and nothing was done again.',
  ),
};

/** References to components, by their names. */
export function refer(kind: string, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));
}
