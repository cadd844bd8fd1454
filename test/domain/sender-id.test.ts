import { describe, expect, it } from '@jest/globals';
import {
  readCountries,
  refusalOf,
  refusalOfCountry,
  registeredName,
  validateCountries,
  validateSenderName,
} from '../../src/domain/sms/sender-id.js';
import { validateSenderId } from '../../src/domain/sms/validate.js';

describe('the name of a sender id', () => {
  it.each(['ACME', 'A', 'Acme Shop 1', '1st Bank', 'A&B_c.d-e', '254', '+254711000001', '123456789012345'])(
    'may be %s, and a send may name it',
    (name) => {
      expect(validateSenderName('name', name)).toEqual([]);
      expect(validateSenderId('senderId', name)).toEqual([]);
    },
  );

  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['more than eleven characters', 'Acme Shopping'],
    ['more than fifteen digits', '1234567890123456'],
    ['two digits', '12'],
    ['no letter', '12 34'],
    ['a space at its end', 'Acme '],
    ['a space at its start', ' Acme'],
    ['letters of other alphabets', 'Ácme'],
    ['a line break', 'Acme\n'],
    ['a plus before letters', '+Acme'],
  ])('may not be %s', (_, name) => {
    expect(validateSenderName('name', name)).toMatchObject([{ path: ['name'], code: 'invalid' }]);
  });

  it('is the same number with and without its plus', () => {
    expect(registeredName('+254711000001')).toBe(registeredName('254711000001'));
    expect(registeredName('ACME')).not.toBe(registeredName('Acme'));
  });
});

describe('the countries of a sender id', () => {
  it('are kept in capitals, each once', () => {
    expect(validateCountries('countries', ['ke', 'UG', 'Ke'])).toEqual([]);
    expect(readCountries(['ke', 'UG', 'Ke'])).toEqual(['KE', 'UG']);
  });

  it('may be left out, which is everywhere, but not be none', () => {
    expect(validateCountries('countries', null)).toEqual([]);
    expect(readCountries(null)).toBeNull();
    expect(validateCountries('countries', [])).toMatchObject([{ path: ['countries'], code: 'invalid' }]);
  });

  it.each(['', 'K', 'KEN', 'XX', '001', 'ß', '__proto__', 'toString'])('are none of ours: %j', (country) => {
    expect(validateCountries('countries', ['KE', country])).toMatchObject([{ path: ['countries', '1'] }]);
  });

  it('are bounded before each is looked at', () => {
    const many = Array.from({ length: 100_000 }, () => 'XX');
    expect(validateCountries('countries', many)).toMatchObject([{ path: ['countries'], code: 'too_long' }]);
  });
});

describe('a refusal', () => {
  const registration = { reason: null, countries: null };

  it('tells the three cases apart, and quotes the reason of the operator', () => {
    expect(refusalOf(null)).toContain('not registered');
    expect(refusalOf({ ...registration, status: 'pending' })).toContain('waiting for approval');
    expect(refusalOf({ ...registration, status: 'rejected', reason: 'a bank of that name exists' })).toBe(
      'The sender ID was rejected: a bank of that name exists',
    );
    expect(refusalOf({ ...registration, status: 'approved' })).toBeNull();
  });

  it('names the country, and never the number', () => {
    expect(refusalOfCountry('254711000001')).toBe('The sender ID is not approved for Kenya (KE).');
    expect(refusalOfCountry('881612345678')).toBe('The sender ID is not approved for numbers of no country.');
  });
});
