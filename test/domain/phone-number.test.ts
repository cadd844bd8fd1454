import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import parsePhoneNumber from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { countryOf, isNumberOf, parseMobile, spellingsOf } from '../../src/domain/sms/phone-number.js';

type Verdict = 'ok' | 'malformed' | 'unsupported_type';

const DIGITS = [...'0123456789'];
const SHAPE = /^[1-9]\d{7,14}$/;

function verdictOf(digits: string): Verdict {
  const parsed = parseMobile(digits);
  return parsed.ok ? 'ok' : parsed.reason;
}

/**
 * A number that the library rewrites (it drops a national prefix) is not valid as it was written, whatever we say why.
 */
function agreesWithLibrary(digits: string): boolean {
  const verdict = verdictOf(digits);
  const parsed = SHAPE.test(digits) ? parsePhoneNumber(`+${digits}`) : undefined;
  if (parsed && parsed.number !== `+${digits}`) return verdict !== 'ok';
  if (!parsed?.isValid()) return verdict === 'malformed';
  const receivesSms = ['MOBILE', 'FIXED_LINE_OR_MOBILE', undefined].includes(parsed.getType());
  return verdict === (receivesSms ? 'ok' : 'unsupported_type');
}

/** Every kind of number of every country, as an expression over the whole number. */
function numberTypes(): RegExp[] {
  const rows = [...Object.values(metadata.countries), ...Object.values(metadata.nonGeographic)];
  return rows.flatMap(([callingCode, , general, , , , , , , , , types]) =>
    [[general], ...types].filter((type) => type?.[0]).map(([pattern]) => new RegExp(`^${callingCode}(?:${pattern})$`)),
  );
}

function mobileExamples(): { callingCode: string; national: string }[] {
  return Object.entries(examples).map(([country, national]) => {
    const row = metadata.countries[country as keyof typeof examples];
    return { callingCode: row?.[0] as string, national };
  });
}

/** Every number that is one digit replaced, dropped or added away from a country's example. */
function* neighbours(callingCode: string, national: string): Generator<string> {
  for (let i = 0; i < national.length; i++) {
    const [before, after] = [national.slice(0, i), national.slice(i + 1)];
    yield callingCode + before + after;
    for (const digit of DIGITS) yield callingCode + before + digit + after;
  }
  for (const digit of DIGITS) {
    yield callingCode + digit + national;
    yield callingCode + national + digit;
  }
}

describe('parseMobile', () => {
  it('lets no other character into a number', () => {
    const refused = { ok: false, reason: 'malformed', message: expect.stringContaining('not a phone number') };
    for (let code = 0; code <= 0xff; code++) {
      const character = String.fromCharCode(code);
      for (const written of [`2${character}54712345678`, `2547123${character}45678`, `254712345678${character}`]) {
        if (/[ -]/.test(character)) expect(parseMobile(written)).toEqual({ ok: true, digits: '254712345678' });
        else if (!/\d/.test(character)) expect(parseMobile(written)).toEqual(refused);
      }
    }
  });

  it('removes a leading plus, spaces and dashes, and nothing else', () => {
    for (const written of ['254712345678', '+254712345678', '+254 712-345-678', ' 254712345678 ', '-254 - 712345678']) {
      expect(parseMobile(written)).toEqual({ ok: true, digits: '254712345678' });
    }
    for (const written of [
      '(254)712345678',
      '254.712.345.678',
      '254\u00a0712345678',
      '254+712345678',
      '++254712345678',
    ]) {
      expect(parseMobile(written)).toMatchObject({ ok: false, reason: 'malformed' });
    }
  });

  it.each([
    ['an empty text', ''],
    ['a lone plus', '+'],
    ['letters', '25471234567a'],
    ['digits of another script', '٢٥٤٧١٢٣٤٥٦٧٨'],
    ['seven digits', '2547123'],
    ['sixteen digits', '2547123456789012'],
    ['a leading zero', '0712345678'],
    ['an international dialling prefix', '00254712345678'],
    ['a national prefix after the country code', '2540712345678'],
    ['a country code that nobody has', '2101234567890'],
    ['a number that its country does not have', '12025550'],
    ['a line break at the end', '254712345678\n'],
    ['a number in an ocean of spaces', `254712345678${' '.repeat(100_000)}`],
    ['more than fifteen digits, though its country has such numbers', '4983200005189516'],
    ['a landline longer than its country allows', '4949708015848'],
  ])('refuses %s as malformed', (_, written) => {
    expect(parseMobile(written)).toMatchObject({ ok: false, reason: 'malformed' });
  });

  it('says of a group id that it is one', () => {
    for (const groupId of ['120363025246125486@g.us', `${'1'.repeat(80)}@g.us`]) {
      expect(parseMobile(groupId)).toMatchObject({ reason: 'malformed', message: expect.stringContaining('group id') });
    }
  });

  it.each([
    ['a landline', '442079460018'],
    ['a toll-free number', '18002345678'],
    ['a premium-rate number', '449012345678'],
    ['a VoIP number', '445612345678'],
    ['a pager', '447640123456'],
    ['an international freephone number', '80012345678'],
  ])('refuses %s as an unsupported type', (_, written) => {
    expect(parseMobile(written)).toMatchObject({ ok: false, reason: 'unsupported_type' });
  });

  it('accepts numbers that may be landline or mobile, and satellite phones', () => {
    for (const digits of ['12125550123', '881612345678']) expect(parseMobile(digits)).toEqual({ ok: true, digits });
  });

  it('accepts every number of the sandbox', () => {
    for (let line = 100; line <= 199; line++) {
      const digits = `12025550${line}`;
      expect(parseMobile(digits)).toEqual({ ok: true, digits });
    }
  });

  it('agrees with the library on every number one digit away from an example of every country', () => {
    const seen: Record<Verdict, number> = { ok: 0, malformed: 0, unsupported_type: 0 };
    const disagreements: string[] = [];
    for (const { callingCode, national } of mobileExamples()) {
      for (const digits of neighbours(callingCode, national)) {
        seen[verdictOf(digits)]++;
        if (!agreesWithLibrary(digits)) disagreements.push(digits);
      }
    }
    expect(disagreements).toEqual([]);
    // Without plenty of each verdict the agreement would prove little.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(300);
  });

  it('agrees with the library on numbers of every type in every country', () => {
    const disagreements = numberTypes().flatMap((type) =>
      fc.sample(fc.stringMatching(type), 5).filter((digits) => !agreesWithLibrary(digits)),
    );
    expect(disagreements).toEqual([]);
  });

  it('agrees with the library on arbitrary numbers of every calling code', () => {
    const callingCodes = Object.keys({ ...metadata.country_calling_codes, ...metadata.nonGeographic });
    const national = fc.string({ unit: fc.constantFrom(...DIGITS), minLength: 5, maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...callingCodes), national, (callingCode, rest) => {
        expect(agreesWithLibrary(callingCode + rest)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('finds the country that the library finds', () => {
    const valid = mobileExamples()
      .flatMap(({ callingCode, national }) => [callingCode + national, ...neighbours(callingCode, national)])
      .filter((digits) => parseMobile(digits).ok);
    const disagreements = valid.filter((digits) => {
      const country = parsePhoneNumber(`+${digits}`)?.country ?? null;
      return countryOf(digits) !== country || (country !== null && !isNumberOf(digits, new Set([country])));
    });
    expect(valid.length).toBeGreaterThan(300);
    expect(disagreements).toEqual([]);
  });

  it('keeps countries with a common calling code apart where their numbers differ', () => {
    expect(isNumberOf('12025550110', new Set(['US']))).toBe(true);
    expect(isNumberOf('12025550110', new Set(['CA', 'JM']))).toBe(false);
    expect(isNumberOf('447797712345', new Set(['GB']))).toBe(false);
    expect([countryOf('447797712345'), countryOf('881612345678')]).toEqual(['JE', null]);
  });

  it('never repeats the number in its message', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[+1-9][\d -]{6,17}[a-z]?$/), (written) => {
        const parsed = parseMobile(written);
        fc.pre(!parsed.ok);
        expect((parsed as { message: string }).message).not.toMatch(/\d{3}/);
      }),
    );
  });
});

describe('the spellings of a number', () => {
  const naming = (digits: string) => (text: string) => new RegExp(spellingsOf(digits)).test(text);

  it.each([
    '254711987654',
    '+254 711 987 654',
    '+254 (0) 711-987-654',
    '00254711987654',
    '0711987654',
    '711 987 654',
    'order-for-254711987654-again',
    '{"to":"+254711987654"}',
  ])('are found: %s', (text) => {
    expect(naming('254711987654')(text)).toBe(true);
  });

  it.each(['25471198765', '2547119876541', '1254711987654', '254711987655', '71198765'])(
    'are not found in another number: %s',
    (text) => {
      expect(naming('254711987654')(text)).toBe(false);
    },
  );

  it('are no dates: a number of eight digits is found with its country code alone', () => {
    const isNamed = naming('4520261125');
    for (const text of ['reminder-2026-11-25-7', '2026-11-25T10:00:00Z', '20261125']) expect(isNamed(text)).toBe(false);
    for (const text of ['4520261125', '+45 20 26 11 25']) expect(isNamed(text)).toBe(true);
    expect(naming('20261125')('at 2026-11-25')).toBe(false);
  });
});
