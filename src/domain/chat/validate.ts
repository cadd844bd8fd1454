import { blankFieldError, type FieldError, fieldError, requiredFieldError, tooLongError } from '../errors.js';
import { LIMITS } from '../limits.js';
import { findUnsendable, validateLabel } from '../text.js';
import type { ChatMessageType } from '../vocabulary.js';

/** Each of the two send operations accepts one kind. */
export type ChatRecipientKind = 'person' | 'group';

export interface ChatContent {
  readonly to: string;
  readonly type: ChatMessageType;
  /** The text, or the caption of a medium. */
  readonly message?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly filename?: string | null | undefined;
  /** Ignored if it is not a MIME type. */
  readonly mimeType?: string | null | undefined;
}

export type ParsedRecipient = { readonly ok: true; readonly to: string } | { readonly ok: false; error: FieldError };

const GROUP_SUFFIX = '@g.us';
const GROUP_ID = /^[\w-]{1,60}@g\.us$/;
const PHONE = /^[1-9]\d{7,14}$/;
/** A person who hides the number, as inbound messages name them. */
const HIDDEN = /^lid:\d{1,20}$/;
const RECIPIENT_LENGTH = 100;

/** Normalises the number of a person to digits. Hidden ids and group ids stay unchanged. */
export function parseRecipient(to: string, kind: ChatRecipientKind): ParsedRecipient {
  const written = shortened(to);
  if (kind === 'group') {
    if (GROUP_ID.test(written)) return { ok: true, to: written };
    return refused(`This is not a group id: it must end in ${GROUP_SUFFIX}.`);
  }
  if (written.endsWith(GROUP_SUFFIX)) return refused('This is a group id: use the call for groups.');
  return HIDDEN.test(written) ? { ok: true, to: written } : parsePhoneNumber(written);
}

export const recipientKindOf = (to: string): ChatRecipientKind => (to.endsWith(GROUP_SUFFIX) ? 'group' : 'person');

const shortened = (given: string) => (given.length > RECIPIENT_LENGTH ? '' : given.trim());

/** Normalises a number to digits. */
export function parsePhoneNumber(given: string): ParsedRecipient {
  const digits = shortened(given).replace(/[ -]/g, '').replace(/^\+/, '');
  return PHONE.test(digits)
    ? { ok: true, to: digits }
    : refused('This is not a phone number: give 8 to 15 digits, country code first.');
}

function refused(message: string): ParsedRecipient {
  return { ok: false, error: fieldError('to', 'malformed', message) };
}

/** Validates everything except the recipient and where the host of the URL leads. */
export function validateContent(content: ChatContent, kind: ChatRecipientKind): FieldError[] {
  const errors: FieldError[] = [];
  if (content.type === 'file' && kind === 'group') {
    errors.push(fieldError('type', 'unsupported_type', 'Files cannot be sent to groups.'));
  }
  errors.push(...validateText(content));
  if (content.type !== 'text') errors.push(...validateUrl(content.url));
  errors.push(...validateLabel('filename', content.filename, LIMITS.filenameLength));
  return errors;
}

function validateText({ type, message }: ChatContent): FieldError[] {
  if (message == null || message.trim() === '') {
    if (type !== 'text') return [];
    return [message == null ? requiredFieldError('message') : blankFieldError('message')];
  }
  if (message.length > LIMITS.chatTextLength) {
    return [tooLongError('message', LIMITS.chatTextLength)];
  }
  const unsendable = findUnsendable(message);
  return unsendable ? [fieldError('message', 'invalid', unsendable)] : [];
}

function validateUrl(text: string | null | undefined): FieldError[] {
  if (text == null || text === '') return [requiredFieldError('url')];
  if (text.length > LIMITS.urlLength) {
    return [tooLongError('url', LIMITS.urlLength)];
  }
  const url = URL.parse(text);
  // URL parsers disagree about blanks and backslashes, so an attacker could make them see different hosts.
  if (!url || !/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text)) {
    return [fieldError('url', 'invalid', 'This is not an http or https address.')];
  }
  if (url.username || url.password) {
    return [fieldError('url', 'invalid', 'The address may not contain a user name or password.')];
  }
  return [];
}
