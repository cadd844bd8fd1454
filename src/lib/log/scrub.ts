/**
 * Removes phone numbers, texts and secrets from each logged object, so that no caller of the logger can leak them by
 * mistake.
 */

const SENSITIVE_KEYS = new Set(
  ['authorization', 'cookie', 'to', 'mobile', 'message', 'body', 'text', 'recipients', 'recipient', 'variables'].concat(
    ['apikey', 'key', 'secret', 'secretkey', 'secretkeys', 'previoussecretkey', 'password', 'token', 'phone'],
    ['phonenumber', 'number', 'databaseurl'],
  ),
);

const MAX_DEPTH = 3;
const MAX_ITEMS = 20;
const REDACTED = '[redacted]';

// The UUID comes first: an id whose last group is all digits must stay searchable.
const UUID_OR_DIGITS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!\d)\d{8,15}(?!\d)/gi;

/** Masks anything that could be a phone number: the first 3 and the last 2 digits stay. */
export function maskDigitRuns(text: string): string {
  return text.replace(UUID_OR_DIGITS, (match) =>
    match.includes('-') ? match : match.slice(0, 3) + '*'.repeat(match.length - 5) + match.slice(-2),
  );
}

export interface LoggedError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
}

/** Keeps type, message, stack and code. Drivers put SQL, parameters and row values into other properties. */
export function describeError(error: Error, depth = 0): LoggedError {
  const code = 'code' in error && error.code !== undefined ? String(error.code) : undefined;
  const message = maskDigitRuns(hideRejectedValue(error.message, code));
  const type = error.constructor?.name || error.name;
  const described: LoggedError = { type, message, stack: [`${type}: ${message}`, ...stackFrames(error)].join('\n') };
  if (code !== undefined) described.code = code;
  if (error.cause instanceof Error && depth < MAX_DEPTH) described.cause = describeError(error.cause, depth + 1);
  return described;
}

/** PostgreSQL's data exceptions (class 22) quote the value they refuse, which may be a message text. */
function hideRejectedValue(message: string, code: string | undefined): string {
  return code !== undefined && /^22[0-9A-Z]{3}$/.test(code) ? message.replace(/".*"/s, `"${REDACTED}"`) : message;
}

// The head of a stack repeats the raw message, so only its frames are kept.
function stackFrames(error: Error): string[] {
  return (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
}

/** Returns a copy without sensitive values. Leaves out what is nested deeper than MAX_DEPTH. */
export function scrubFields(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const safe: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    safe[key] = isSensitive(key) && value !== undefined ? REDACTED : scrubValue(value, depth);
  }
  return safe;
}

function isSensitive(key: string): boolean {
  return SENSITIVE_KEYS.has(key.replace(/[_-]/g, '').toLowerCase());
}

function scrubValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskDigitRuns(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return scrubList(value, depth);
  return scrubFields(value as Record<string, unknown>, depth + 1);
}

function scrubList(list: unknown[], depth: number): unknown[] {
  const safe = list.slice(0, MAX_ITEMS).map((item) => scrubValue(item, depth + 1));
  return list.length > MAX_ITEMS ? [...safe, `[${list.length - MAX_ITEMS} more]`] : safe;
}
