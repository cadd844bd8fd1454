import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GSM7_BASIC, GSM7_EXTENSION } from '../../src/domain/sms/segments.js';
import { encodeText } from '../../src/domain/sms/smart-encoding.js';
import { compileTemplate } from '../../src/domain/sms/template.js';

function rendered(message: string, variables: Record<string, string>): string | undefined {
  const result = compileTemplate(message).render(variables);
  return result.ok ? result.text : undefined;
}

describe('compileTemplate', () => {
  it('puts the values where their names are, with or without spaces inside the braces', () => {
    const message = '{{greeting}} {{ name }}, {{  greeting}}{{name_2}}!';
    expect(compileTemplate(message).placeholders).toEqual(['greeting', 'name', 'name_2']);
    expect(rendered(message, { greeting: 'Hi', name: 'Ann', name_2: '' })).toBe('Hi Ann, Hi!');
  });

  it('serves every recipient from the same compiled message', () => {
    const template = compileTemplate('Dear {{name}}');
    expect(template.render({})).toEqual({ ok: false, missing: 'name' });
    expect(template.render({ name: 'Ann' })).toEqual({ ok: true, text: 'Dear Ann' });
    expect(template.render({ name: 'Bob' })).toEqual({ ok: true, text: 'Dear Bob' });
  });

  it.each(['', '{name}', '{{}}', '{{ }}', '{{name}', '{ {name}}', '{{na{me}}', `{{${'n'.repeat(61)}}}`])(
    'leaves %j as it is written',
    (message) => {
      expect(compileTemplate(message).placeholders).toEqual([]);
      expect(rendered(message, { name: 'Ann' })).toBe(message);
    },
  );

  it.each(['first name', '1st', 'na-me', 'é', 'a  b', 'Größe (cm)', '名', 'n'.repeat(60)])(
    'takes %j as a name, trimmed',
    (name) => {
      for (const message of [`{{${name}}}`, `{{ \t${name}  }}`, `{{\n${name}\n}}`]) {
        expect(compileTemplate(message).placeholders).toEqual([name]);
        expect(rendered(message, { [name]: 'Ann' })).toBe('Ann');
        expect(compileTemplate(message).render({})).toEqual({ ok: false, missing: name });
      }
    },
  );

  it('takes the innermost braces of several', () => {
    expect(rendered('{{{name}}}', { name: 'Ann' })).toBe('{Ann}');
  });

  it('inserts values literally', () => {
    const variables = { a: '{{b}}', b: '$& $1 {{a}}', open: '{{', close: '}}' };
    expect(rendered('{{a}} {{b}}', variables)).toBe('{{b}} $& $1 {{a}}');
    expect(rendered('{{open}}a{{close}}', variables)).toBe('{{a}}');
  });

  it('names the first placeholder without a value', () => {
    expect(compileTemplate('{{a}} {{b}} {{c}}').render({ a: '1' })).toEqual({ ok: false, missing: 'b' });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('never finds a value for %s', (name) => {
    const template = compileTemplate(`{{${name}}}`);
    expect(template.render({})).toEqual({ ok: false, missing: name });
    expect(template.render(JSON.parse(`{"${name}": "x"}`))).toEqual({ ok: false, missing: name });
  });

  it('does not look for values behind the recipient', () => {
    expect(compileTemplate('{{name}}').render(Object.create({ name: 'Ann' }))).toEqual({ ok: false, missing: 'name' });
  });

  it('renders any mixture of texts, names and values as their concatenation', () => {
    const literal = fc.string({ unit: fc.constantFrom('a', ' ', '}', '$', '😀', '\n') });
    const name = fc.stringMatching(/^[A-Za-z_]\w{0,6}$/).filter((candidate) => !(candidate in Object.prototype));
    const piece = fc.record({ literal, name, value: fc.string(), pad: fc.constantFrom('', ' ', '   ') });
    fc.assert(
      fc.property(fc.uniqueArray(piece, { selector: (each) => each.name }), literal, (pieces, ending) => {
        const message = pieces.map((each) => `${each.literal}{{${each.pad}${each.name}${each.pad}}}`).join('') + ending;
        const variables = Object.fromEntries(pieces.map((each) => [each.name, each.value]));
        expect(compileTemplate(message).placeholders).toEqual(pieces.map((each) => each.name));
        expect(rendered(message, variables)).toBe(pieces.map((each) => each.literal + each.value).join('') + ending);
      }),
    );
  });
});

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
