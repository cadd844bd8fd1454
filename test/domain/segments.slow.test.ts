import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import calculator from 'sms-segments-calculator';
import { LIMITS } from '../../src/domain/limits.js';
import { measureText } from '../../src/domain/sms/segments.js';
import { findUnsendable } from '../../src/domain/text.js';

const BASIC = [...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCÄÖÑÜ§¿abcäöñüà'];
const EXTENSION = [...'\f^{}\\[~]|€'];
// One code point each: the calculator also keeps joined emoji in one part, which gateways do not do.
const BEYOND = [...'çğșЖ漢字ひא`\t\u001b😀🦆𝒳𠜎'];

function measureOfCalculator(text: string): ReturnType<typeof measureText> {
  const message = new calculator.SegmentedMessage(text);
  const gsm7 = message.encodingName === 'GSM-7';
  const units = message.encodedChars.reduce((sum, character) => sum + (character.codeUnits ?? []).length, 0);
  return { encoding: gsm7 ? 'gsm7' : 'ucs2', segments: message.segmentsCount, units };
}

/** Long enough that every border between one and five parts is met. */
function textOf(...alphabets: string[][]): fc.Arbitrary<string> {
  return fc.oneof(...alphabets.map((alphabet) => fc.constant(alphabet))).chain(() =>
    fc.string({
      unit: fc.oneof(...alphabets.map((alphabet) => fc.constantFrom(...alphabet))),
      maxLength: 340,
      size: 'max',
    }),
  );
}

describe('measureText', () => {
  it.each([
    ['a', 0, 'gsm7', 1, 0],
    ['a', 160, 'gsm7', 1, 160],
    ['a', 161, 'gsm7', 2, 161],
    ['a', 306, 'gsm7', 2, 306],
    ['a', 307, 'gsm7', 3, 307],
    ['a', 1530, 'gsm7', LIMITS.segmentsPerMessage, 1530],
    ['a', 1531, 'gsm7', LIMITS.segmentsPerMessage + 1, 1531],
    ['€', 80, 'gsm7', 1, 160],
    ['€', 81, 'gsm7', 2, 162],
    ['ж', 70, 'ucs2', 1, 70],
    ['ж', 71, 'ucs2', 2, 71],
    ['ж', 134, 'ucs2', 2, 134],
    ['ж', 135, 'ucs2', 3, 135],
    ['😀', 35, 'ucs2', 1, 70],
    ['😀', 36, 'ucs2', 2, 72],
  ] as const)('measures %s × %i as %s in %i', (character, count, encoding, segments, units) => {
    expect(measureText(character.repeat(count))).toEqual({ encoding, segments, units });
  });

  it('moves an extension character as a whole into the next part', () => {
    expect(measureText(`${'a'.repeat(151)}€${'a'.repeat(153)}`)).toMatchObject({ units: 306, segments: 2 });
    expect(measureText(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ units: 306, segments: 3 });
  });

  it('moves a surrogate pair as a whole into the next part', () => {
    expect(measureText(`${'ж'.repeat(65)}😀${'ж'.repeat(67)}`)).toMatchObject({ units: 134, segments: 2 });
    expect(measureText(`${'ж'.repeat(66)}😀${'ж'.repeat(66)}`)).toMatchObject({ units: 134, segments: 3 });
  });

  it('knows the encoding and the length of every character of the basic plane', () => {
    const disagreements: string[] = [];
    for (let code = 0; code <= 0xffff; code++) {
      const character = String.fromCharCode(code);
      if (!character.isWellFormed()) continue;
      const [ours, theirs] = [measureText(character), measureOfCalculator(character)];
      if (ours.encoding !== theirs.encoding || ours.units !== theirs.units) disagreements.push(code.toString(16));
    }
    expect(disagreements).toEqual([]);
  });

  it.each([
    ['plain texts', textOf(BASIC)],
    ['texts with extension characters', textOf(BASIC, EXTENSION)],
    ['texts beyond GSM-7', textOf(BASIC, BEYOND)],
    ['texts of everything', textOf(BASIC, EXTENSION, BEYOND)],
  ])('agrees with the segment calculator on %s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(measureText(text)).toEqual(measureOfCalculator(text));
      }),
      // Comparing is slow, and making a counterexample small takes thousands of comparisons.
      { numRuns: 150, interruptAfterTimeLimit: 10_000 },
    );
  });
});

describe('findUnsendable', () => {
  it('refuses NUL and half surrogate pairs by name', () => {
    expect(findUnsendable('a\0b')).toMatch(/NUL/);
    for (const text of ['\ud83d', 'a\ude00', '\ude00\ud83d', '😀\ud83d'])
      expect(findUnsendable(text)).toMatch(/surrogate/);
  });

  it('lets everything pass that can be written as UTF-8 without NUL', () => {
    const units = fc.array(fc.oneof(fc.constantFrom(0, 0x41, 0xd83d, 0xde00), fc.nat({ max: 0xffff })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        const survives = Buffer.from(text, 'utf8').toString('utf8') === text;
        expect(findUnsendable(text) === null).toBe(survives && !codes.includes(0));
      }),
      { numRuns: 2_000 },
    );
  });
});
