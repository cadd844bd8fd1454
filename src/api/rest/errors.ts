import type { FieldError, PreviewChange } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { snakeCase } from '../../lib/snake-case.js';
import type { Failure } from '../error-map.js';
import { UNKNOWN_NAME } from './unknown-names.js';

interface ErrorBody {
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  /** The id of a message that may have been sent although the call failed. */
  readonly message_id?: string;
  /** Seconds after which a throttled call may be repeated. */
  readonly retry_after?: number;
  /** The sequence of the oldest event in the log. */
  readonly oldest_sequence?: number;
  /** What has changed since the preview of a campaign. */
  readonly changes?: readonly PreviewChange[];
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

export function errorBody(failure: Failure, requestId: string): ErrorBody {
  const { code, message, fields, subjectId, oldestSequence, retryAfterSeconds, changes } = failure;
  if (fields.length === 0) {
    return {
      detail: message,
      code,
      request_id: requestId,
      ...(subjectId !== undefined && { message_id: subjectId }),
      ...(oldestSequence !== undefined && { oldest_sequence: oldestSequence }),
      ...(changes !== undefined && { changes }),
      ...(code === 'throttled' && retryAfterSeconds !== null && { retry_after: retryAfterSeconds }),
    };
  }
  const errors = fieldErrors(fields.slice(0, LIMITS.fieldErrorsPerAnswer));
  const [name, [complaint = message]] = Object.entries(errors)[0] as [string, string[]];
  // Errors about headers name the header.
  const isHeader = /^[A-Z]/.test(name) && fields[0]?.code !== UNKNOWN_NAME;
  const detail = isHeader ? complaint : `${name}: ${complaint}`;
  return { detail, code, request_id: requestId, errors };
}

function fieldErrors(fields: readonly FieldError[]): Record<string, string[]> {
  // A field may have any name, also that of a property of every object.
  const errors: Record<string, string[]> = Object.create(null);
  for (const { path, code, message } of fields) {
    const name = nameOf(path, code);
    errors[name] = [...(errors[name] ?? []), message];
  }
  return errors;
}

function nameOf(path: readonly string[], code: string): string {
  // The name as the caller wrote it, not as it should be.
  if (code === UNKNOWN_NAME) return path.join('.');
  // In lists, `after` is called `cursor`; in the event log it is `after` in REST too.
  return code === 'bad_cursor' && path[0] === 'after' ? 'cursor' : publicName(path);
}

/** Names that differ from GraphQL in snake_case. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  idempotencyKey: 'Idempotency-Key',
  first: 'page_size',
  last: 'page_size',
};

/** The names of the caller's own variables stay as they are. */
function publicName(path: readonly string[]): string {
  const own = path.indexOf('variables');
  const words = path.map((word, index) => (own >= 0 && index > own ? word : (OTHER_WORDS[word] ?? snakeCase(word))));
  return words.join('.');
}
