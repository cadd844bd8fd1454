import type { HttpCall } from './connection.js';
import { PostriderError } from './errors.js';
import { isRetryable, readRetryAfter } from './retries.js';

type Json = Readonly<Record<string, unknown>>;

/** The JSON of a success; throws what the server refused. */
export function readAnswer({ idempotencyKey, isRepeatable }: HttpCall, response: Response, text: string): unknown {
  const { status, headers, ok } = response;
  const body = parseObject(text);
  const refusal = refusalOf(body);
  if (ok && body && !refusal) return body;
  const { code, message, retryAfter = readRetryAfter(headers.get('retry-after')) } = refusal ?? unexpected(response);
  const retryable = isRetryable(code, status, isRepeatable);
  const requestId = headers.get('x-request-id') ?? undefined;
  throw new PostriderError(message, {
    code,
    status,
    requestId,
    retryAfter,
    retryable,
    idempotencyKey,
    body: body ?? text,
  });
}

function parseObject(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Json) : null;
  } catch {
    return null;
  }
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly retryAfter?: number | undefined;
}

interface GraphqlError {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly retryAfterSeconds?: number };
}

/** The two codes that Apollo Server writes in other words than REST. */
const CODES_OF_GRAPHQL: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: 'invalid',
  INTERNAL_SERVER_ERROR: 'internal_error',
};

/** The error of a body of REST or GraphQL; null if it has none. */
function refusalOf(body: Json | null): Refusal | null {
  if (typeof body?.code === 'string' && 'detail' in body) return { code: body.code, message: String(body.detail) };
  const error = Array.isArray(body?.errors) ? (body.errors[0] as GraphqlError | undefined) : undefined;
  if (!error) return null;
  const { code = 'unexpected_response', retryAfterSeconds: retryAfter } = error.extensions ?? {};
  return { code: CODES_OF_GRAPHQL[code] ?? code.toLowerCase(), message: error.message, retryAfter };
}

function unexpected({ status, type, headers }: Response): Refusal {
  const code = 'unexpected_response';
  if (type !== 'opaqueredirect' && (status < 300 || status >= 400)) {
    return { code, message: `A response with status ${status} is not of Postrider. Is \`url\` its address?` };
  }
  const to = headers.get('location');
  return {
    code,
    message: `The server redirects${to ? ` to ${to}` : ''}. Use the address that it leads to as \`url\`.`,
  };
}
