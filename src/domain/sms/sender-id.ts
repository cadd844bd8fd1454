import { type FieldError, fieldError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { SenderStatus } from '../vocabulary.js';
import { countryOf, isCountry } from './phone-number.js';
import { validateSenderId } from './validate.js';

/** The registration of a sender ID by an organisation. */
export interface Registration {
  readonly status: SenderStatus;
  /** Why it was rejected. */
  readonly reason: string | null;
  /** Null for all countries. */
  readonly countries: readonly string[] | null;
}

const NUMBER = /^\+?\d{3,15}$/;
const COUNTRY = /^[A-Za-z]{2}$/;
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** Numbers are registered without their plus, so that both spellings are one sender ID. */
export function registeredName(senderId: string): string {
  return senderId.startsWith('+') ? senderId.slice(1) : senderId;
}

/** Stricter than for a send: networks only register numbers and words. */
export function validateSenderName(path: string, name: string): FieldError[] {
  const errors = validateSenderId(path, name);
  if (errors.length > 0 || NUMBER.test(name)) return errors;
  return /[A-Za-z]/.test(name)
    ? []
    : [fieldError(path, 'invalid', 'A sender ID is a number of 3 to 15 digits, or has at least one letter.')];
}

/** Normalises to capitals without duplicates; null for all countries. */
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

/** Returns why an organisation that enforces sender IDs may not use this one; null if it may. */
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
