import type { Reach } from '../../lib/net/public-address.js';
import { blankFieldError, type FieldError, fieldError, tooLongError } from '../errors.js';
import { LIMITS } from '../limits.js';

/** Other ports would let callers reach services that are not web servers. */
const PUBLIC_PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);

/** Validates the URL of an endpoint, but not where its host leads. */
export function validateWebhookUrl(text: string, reach: Reach): FieldError[] {
  if (text === '') return [blankFieldError('url')];
  if (text.length > LIMITS.urlLength) {
    return [tooLongError('url', LIMITS.urlLength)];
  }
  const complaint = findFault(text, reach);
  return complaint === null ? [] : [fieldError('url', 'invalid', complaint)];
}

function findFault(text: string, reach: Reach): string | null {
  const url = URL.parse(text);
  // URL parsers disagree about blanks and backslashes, so an attacker could make them see different hosts.
  if (!url || !text.isWellFormed() || !/^https?:\/\/[^\s\\/\p{Cc}][^\s\\\p{Cc}]*$/iu.test(text)) {
    return reach === 'public'
      ? 'This is not an https address.'
      : 'The address must begin with http:// or https://, such as http://127.0.0.1:3000/hook.';
  }
  if (url.username || url.password) return 'The address may not contain a user name or password.';
  if (reach !== 'public') return null;
  if (url.protocol !== 'https:') return 'The address must begin with https://.';
  return PUBLIC_PORTS.has(url.port) ? null : 'The port must be 443 or 8443.';
}
