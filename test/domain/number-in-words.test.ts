import { describe, expect, it } from '@jest/globals';
import { findNumber } from '../../src/domain/sms/number-in-words.js';

const { candidates, isNamedBy, mask } = findNumber('254711987654');

describe('a number in the words of callers', () => {
  it.each([
    ['254711987654', '[erased]'],
    ['+254 711 987 654', '[erased]'],
    ['+254 (0) 711-987-654', '[erased]'],
    ['(0711) 987 654', '[erased]'],
    ['0711 - 987 - 654', '[erased]'],
    ['00254711987654', '[erased]'],
    ['order-for-254711987654-again', 'order-for-[erased]-again'],
    ['ref_0711987654', 'ref_[erased]'],
    ['tel:+254711987654, or 711 987 654.', 'tel:[erased], or [erased].'],
  ])('is masked where it stands alone: %s', (words, masked) => {
    expect(mask(words)).toBe(masked);
    expect(new RegExp(candidates).test(words)).toBe(true);
  });

  it.each(['tel254711987654', '254711987654b', 'ü254711987654'])(
    'is named, and not masked, beside a letter: %s',
    (words) => {
      expect(mask(words)).toBe(words);
      expect(isNamedBy(words)).toBe(true);
    },
  );

  it.each(['1254711987654', '2547119876541', '254711987655', 'order 711987'])('is not part of another: %s', (words) => {
    expect(mask(words)).toBe(words);
    expect(isNamedBy(words)).toBe(false);
  });

  it('is masked in names and values of metadata, texts and numbers, and nothing else changes', () => {
    const metadata = {
      phone: '+254 711 987 654',
      asNumber: 254711987654,
      nested: [{ '254711987654': 'the same', '0711987654': 'a key', order: 1.5, done: true, none: null }, 711987654],
      other: '254711987655',
    };
    expect(mask(metadata)).toEqual({
      phone: '[erased]',
      asNumber: '[erased]',
      nested: [{ '[erased]': 'the same', '[erased] 2': 'a key', order: 1.5, done: true, none: null }, '[erased]'],
      other: '254711987655',
    });
    expect(mask(JSON.parse('{"__proto__": "254711987654"}'))).toEqual(JSON.parse('{"__proto__": "[erased]"}'));
  });

  it('makes metadata no longer in which many spellings of it are names', () => {
    const signs = ['', '-', '.', '/', ' ', '_', ':', ';'];
    const spellings = signs.flatMap((one) =>
      signs.flatMap((other) => signs.map((third) => `7${one}1${other}1${third}987654`)),
    );
    const metadata = Object.fromEntries(spellings.map((spelling, place) => [spelling, place]));
    const masked = mask(metadata);
    expect(Object.values(masked)).toEqual(Object.values(metadata));
    expect(JSON.stringify(masked).length).toBeLessThan(JSON.stringify(metadata).length * 1.5);
  });

  it('keeps a name of metadata that a masked one would have', () => {
    expect(mask({ '[erased] 2': 'theirs', '254711987654': 1, '0711987654': 2 })).toEqual({
      '[erased]': 1,
      '[erased] 2': 'theirs',
      '[erased] 3': 2,
    });
  });

  it.each(['\t', '\n', '\r\n', '" "'])('is found in the text of JSON, which writes %j otherwise', (signs) => {
    const text = JSON.stringify({ phone: `711${signs}987654` });
    expect(new RegExp(candidates).test(text)).toBe(true);
    expect(isNamedBy(text)).toBe(true);
    expect(mask({ phone: `711${signs}987654` })).toEqual({ phone: '[erased]' });
  });

  it('is named by metadata that holds it beside a letter, which stays the same', () => {
    const metadata = { a: ['tel254711987654'] };
    expect(isNamedBy(metadata)).toBe(true);
    expect(mask(metadata)).toBe(metadata);
    expect(isNamedBy({ a: ['254', '711987654x'], tel254711987654: 1 })).toBe(true);
    expect(isNamedBy({ a: [254, 711], b: '987654' })).toBe(false);
  });
});
