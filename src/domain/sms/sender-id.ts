import { type FieldError, fieldError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { SenderStatus } from '../vocabulary.js';
import { countryOf, isCountry } from './phone-number.js';
import { validateSenderId } from './validate.js';

/** What an organisation has registered under a name. */
export interface Registration {
  readonly status: SenderStatus;
  /** Why it was rejected. */
  readonly reason: string | null;
  /** Null: everywhere. */
  readonly countries: readonly string[] | null;
}

const NUMBER = /^\+?\d{3,15}$/;
const COUNTRY = /^[A-Za-z]{2}$/;
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** A number is registered without its plus, so that it is one sender however it is written. */
export function registeredName(senderId: string): string {
  return senderId.startsWith('+') ? senderId.slice(1) : senderId;
}

/** Stricter than for a send: networks refuse what is neither a number nor a word. */
export function validateSenderName(path: string, name: string): FieldError[] {
  const errors = validateSenderId(path, name);
  if (errors.length > 0 || NUMBER.test(name)) return errors;
  if (name.endsWith(' ')) return [fieldError(path, 'invalid', 'A sender ID does not end with a space.')];
  return /[A-Za-z]/.test(name)
    ? []
    : [fieldError(path, 'invalid', 'A sender ID is a number of 3 to 15 digits, or has at least one letter.')];
}

/** In capitals and each once; null: everywhere. */
export function readCountries(given: readonly string[] | null | undefined): readonly string[] | null {
  return given == null ? null : [...new Set(given.map((country) => country.toUpperCase()))];
}

export function validateCountries(path: string, given: readonly string[] | null | undefined): FieldError[] {
  if (given == null) return [];
  if (given.length === 0) {
    return [fieldError(path, 'invalid', 'Name at least one country, or leave them out for all of them.')];
  }
  if (given.length > LIMITS.countriesPerSenderId) {
    return [fieldError(path, 'too_long', `At most ${LIMITS.countriesPerSenderId} countries are allowed.`)];
  }
  return given.flatMap((country, index) =>
    COUNTRY.test(country) && isCountry(country.toUpperCase())
      ? []
      : fieldError([path, String(index)], 'invalid', 'A country is two letters after ISO 3166, such as KE.'),
  );
}

/** Why nothing may be sent under it, for an organisation that allows approved sender ids only; null: it may. */
export function refusalOf(registration: Registration | null): string | null {
  switch (registration?.status) {
    case undefined:
      return 'The sender ID is not registered: create it, and wait for its approval.';
    case 'pending':
      return 'The sender ID is waiting for approval.';
    case 'rejected':
      return `The sender ID was rejected: ${registration.reason ?? 'no reason was given.'}`;
    case 'approved':
      return null;
  }
}

export function refusalOfCountry(mobile: string): string {
  const country = countryOf(mobile);
  const named = country === null ? 'numbers of no country' : `${COUNTRY_NAMES.of(country)} (${country})`;
  return `The sender ID is not approved for ${named}.`;
}
