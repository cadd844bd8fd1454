import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
