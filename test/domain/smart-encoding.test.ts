import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GSM7_BASIC, GSM7_EXTENSION } from '../../src/domain/sms/segments.js';
import { encodeText } from '../../src/domain/sms/smart-encoding.js';

describe('smart encoding', () => {
  it.each([
    ['“Don’t” – „she‟ said…', '"Don\'t" - "she" said...'],
    ['10\u00a0000\u202f€\tnow', '10 000 € now'],
    ['soft\u00adly\u200b \ufeffhere\u2060', 'softly here'],
    ['one\u2028two', 'one\ntwo'],
    ['1⁄2 − 3\u2009″', '1/2 - 3 "'],
    ['oﬃce ﬁle', 'office file'],
    ['cafe\u0301 a\u030a', 'café å'],
  ])('writes %j as it would have been typed: %j', (given, typed) => {
    expect(encodeText(given, true)).toMatchObject({ text: typed, encoding: 'gsm7' });
    expect(encodeText(given, false)).toMatchObject({ text: given, encoding: 'ucs2', replaced: null });
  });

  it.each([
    ['with an emoji', '“Hi” 🎉'],
    ['with Cyrillic', '«Привет» – Ada'],
    ['whose joiner shapes an emoji', '👩‍💻…'],
    ['with an accent that GSM-7 lacks', '“c\u0327a”'],
    ['of GSM-7 with escapes', '{a} [b] ~ ^ \\ | €'],
    ['with a grave accent, as passwords have', 'a`b “c”'],
    ['with half of a pair', '“a\ud83c'],
    ['that would take more segments', '…'.repeat(70)],
    ['that is too long', `“${'x'.repeat(1_530)}`],
  ])('leaves a text %s as it is', (_, text) => {
    expect(encodeText(text, true)).toMatchObject({ text, replaced: null });
  });

  it('tells what it has replaced, each character once, and the segments without it', () => {
    const { segments, replaced } = encodeText(`“${'x'.repeat(100)}” “…`, true);
    expect(segments).toBe(1);
    expect(replaced?.segmentsBefore).toBe(2);
    expect([...(replaced?.characters ?? [])]).toEqual([
      ['“', '"'],
      ['”', '"'],
      ['…', '...'],
    ]);
  });

  it('leaves a GSM-7 text, or none but of no more segments, and changes nothing a second time', () => {
    const character = fc.constantFrom(
      ...GSM7_BASIC,
      ...GSM7_EXTENSION,
      ...'“’–…\u00a0\u200b\t«ﬁ',
      'e\u0301',
      'Ж',
      '🎉',
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 200 }), (characters) => {
        const given = characters.join('');
        const before = encodeText(given, false);
        const { text, encoding, segments, units } = encodeText(given, true);
        expect(text === given || (encoding === 'gsm7' && segments <= before.segments)).toBe(true);
        expect(encodeText(text, true)).toEqual({ text, encoding, segments, units, replaced: null });
      }),
    );
  });
});
