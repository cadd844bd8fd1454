import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeReference, encodeReference } from '../../src/domain/sms/reference.js';
import { newId } from '../../src/lib/ids.js';

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
