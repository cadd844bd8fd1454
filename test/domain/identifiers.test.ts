import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { apiKeyHint, hashApiKey, isApiKey, makeApiKey } from '../../src/domain/people/api-key.js';
import { decodeReference, encodeReference } from '../../src/domain/sms/reference.js';
import {
  readCountries,
  refusalOf,
  refusalOfCountry,
  registeredName,
  validateCountries,
  validateSenderName,
} from '../../src/domain/sms/sender-id.js';
import { validateSenderId } from '../../src/domain/sms/validate.js';
import { newId } from '../../src/lib/ids.js';

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

describe('the reference of an attempt', () => {
  it('can be read back, fits into URLs, and differs for every attempt', () => {
    const [organisationId, messageId] = [newId(), newId()];
    const references = Array.from({ length: 255 }, (_, index) =>
      encodeReference({ organisationId, messageId, attempt: index + 1 }),
    );
    expect(new Set(references).size).toBe(255);
    for (const [index, reference] of references.entries()) {
      expect(reference).toMatch(/^[A-Za-z0-9_-]{46}$/);
      expect(decodeReference(reference)).toEqual({ organisationId, messageId, attempt: index + 1 });
    }
  });

  it('is the same whenever it is made', () => {
    const attempt = { organisationId: newId(), messageId: newId(), attempt: 3 };
    expect(encodeReference(attempt)).toBe(encodeReference({ ...attempt }));
  });

  it('survives any ids', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.uuid(),
        fc.integer({ min: 0, max: 2 ** 15 - 1 }),
        (organisationId, messageId, attempt) => {
          const decoded = decodeReference(encodeReference({ organisationId, messageId, attempt }));
          expect(decoded).toEqual({ organisationId, messageId, attempt });
        },
      ),
    );
  });

  it('what is none of ours is null, never an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const decoded = decodeReference(text);
        if (decoded !== null) expect(encodeReference(decoded)).toBe(text);
      }),
    );
    const tooMany = Buffer.alloc(34, 0xff).toString('base64url');
    for (const text of [
      '',
      ' ',
      tooMany,
      'A'.repeat(43),
      'A'.repeat(45),
      `${'A'.repeat(43)}=`,
      `${'A'.repeat(43)}\n`,
    ]) {
      expect(decodeReference(text)).toBeNull();
    }
  });
});

describe('an API key', () => {
  it('tells its mode, and carries a checksum', () => {
    const key = makeApiKey('test');
    expect(key).toMatch(/^pr_test_[0-9A-Za-z]{38}$/);
    expect(isApiKey(key)).toBe(true);
    expect(makeApiKey('live')).toMatch(/^pr_live_/);
    expect(makeApiKey('test')).not.toBe(key);
  });

  it('is not one with any one character mistyped', () => {
    const key = makeApiKey('live');
    for (let place = 0; place < key.length; place++) {
      const other = key[place] === 'x' ? 'y' : 'x';
      expect(isApiKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
    }
    expect(isApiKey('')).toBe(false);
  });

  it('is known by a hash that depends on the secret', () => {
    const key = makeApiKey('live');
    expect(hashApiKey('one', key)).toEqual(hashApiKey('one', key));
    expect(hashApiKey('one', key)).not.toEqual(hashApiKey('two', key));
  });

  it('is recognised in a list by its ends', () => {
    expect(apiKeyHint('pr_live_0123456789wxyz')).toBe('pr_live_…wxyz');
  });
});
