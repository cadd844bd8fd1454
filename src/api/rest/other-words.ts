import type { FieldError } from '../../domain/errors.js';

/** What other services call our required fields. Such names are ignored like all unknown ones, never taken. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  to: ['mobile', 'msisdn', 'number', 'phone', 'phone_number', 'recipient', 'destination'],
  message: ['text', 'body', 'content', 'sms'],
  recipients: ['to', 'numbers', 'mobiles', 'contacts', 'messages'],
};

/** Names the ignored field that the caller may have meant by a missing one. */
export function withSuggestion(error: FieldError, ignored: readonly string[]): FieldError {
  const [name = '', ...inside] = error.path;
  const words =
    error.code === 'required' && inside.length === 0 && Object.hasOwn(OTHER_WORDS, name) ? OTHER_WORDS[name] : [];
  const meant = words?.find((word) => ignored.includes(word));
  return meant ? { ...error, message: `${error.message} Did you mean \`${name}\` by \`${meant}\`?` } : error;
}
