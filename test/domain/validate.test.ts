import { describe, expect, it } from '@jest/globals';
import { isMimeType, mimeTypeOf } from '../../src/domain/chat/media.js';
import {
  type ChatContent,
  type ChatRecipientKind,
  parseRecipient,
  validateContent,
} from '../../src/domain/chat/validate.js';
import { LIMITS } from '../../src/domain/limits.js';
import { validateOptions, validateSchedule, validateSenderId, validateText } from '../../src/domain/sms/validate.js';
import { validateLabel } from '../../src/domain/text.js';

const NOW = new Date('2030-01-01T00:00:00Z');
const DAY_MS = 24 * 3600 * 1000;
const inMs = (ms: number) => new Date(NOW.getTime() + ms);
const codes = (errors: readonly { code: string }[]) => errors.map(({ code }) => code);

describe('a text', () => {
  it.each(['', ' ', '\n\t ', '\u00a0', '\u3000'])('that is blank is refused: %j', (text) => {
    expect(codes(validateText('message', text))).toEqual(['blank']);
  });

  it.each(['a\0b', '\ud800', 'x\udc00y'])('that cannot be sent or stored is refused: %j', (text) => {
    expect(codes(validateText('message', text))).toEqual(['invalid']);
  });

  it.each([
    ['x'.repeat(1_530), []],
    ['x'.repeat(1_531), ['too_long']],
    ['ü\u0416'.repeat(335), []],
    ['\u0416'.repeat(671), ['too_long']],
  ])('may have ten segments (%#)', (text, expected) => {
    expect(codes(validateText('message', text))).toEqual(expected);
  });
});

describe('a sender ID', () => {
  it.each([null, undefined, 'SHOP', 'My Shop', 'A&B', 'A.B-C_D', '12345678901', '+254711000000', '123', 'x'])(
    'may be %j',
    (id) => {
      expect(validateSenderId('senderId', id)).toEqual([]);
    },
  );

  it.each(['', ' SHOP', '-SHOP', 'TWELVE CHARS', 'a\0b', 'Łódź', '+12', 'a\nb', '1'.repeat(16)])(
    'may not be %j',
    (id) => {
      expect(codes(validateSenderId('senderId', id))).toEqual(['invalid']);
    },
  );
});

describe('names and references', () => {
  it.each([
    ['x'.repeat(200), []],
    ['x'.repeat(201), ['too_long']],
    ['a\0b', ['invalid']],
    ['\ud800', ['invalid']],
    [null, []],
  ])('are bounded and storable (%#)', (value, expected) => {
    expect(codes(validateLabel('name', value, 200))).toEqual(expected);
  });
});

describe('metadata', () => {
  const check = (metadata: Record<string, unknown>) => codes(validateOptions({ message: 'x', metadata }));

  it.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ order: 7, nested: { list: [1, null, 'ü'] } }, []],
    [{ text: 'x'.repeat(4_096 - 11) }, []],
    [{ text: 'x'.repeat(4_096 - 10) }, ['too_long']],
    [{ text: '\u0416'.repeat(2_100) }, ['too_long']],
    [{ text: 'a\0b' }, ['invalid']],
    [{ text: '\ud800' }, ['invalid']],
    [{ '\0': 1 }, ['invalid']],
    [{ text: '\u{1f600}' }, []],
  ])('is bounded in bytes and storable (%#)', (metadata, expected) => {
    expect(check(metadata)).toEqual(expected);
  });

  it('may speak of escapes without containing them', () => {
    expect(check({ text: 'a literal backslash-u0000 is \\u0000' })).toEqual([]);
  });
});

describe('a schedule', () => {
  it.each([
    [null, []],
    [undefined, []],
    [inMs(1), []],
    [inMs(180 * DAY_MS), []],
    [inMs(0), ['invalid']],
    [inMs(-1), ['invalid']],
    [inMs(180 * DAY_MS + 1), ['invalid']],
    [new Date(Number.NaN), ['invalid']],
  ])('lies in the future, within 180 days (%#)', (scheduledAt, expected) => {
    expect(codes(validateSchedule(scheduledAt, NOW))).toEqual(expected);
  });
});

it('every complaint names its place', () => {
  const errors = validateOptions({
    message: 'x',
    senderId: '',
    name: 'x'.repeat(201),
    reference: '\0',
    metadata: { a: '\0' },
  });
  expect(errors.map(({ path }) => path.join('.'))).toEqual(['senderId', 'name', 'reference', 'metadata']);
});

const GROUP = '120363000000000000@g.us';
const IMAGE = 'https://files.example.com/a.jpg';

function complaints(content: Partial<ChatContent>, kind: ChatRecipientKind = 'person'): string[] {
  const complete = { to: '12025550100', type: 'text', ...content } as ChatContent;
  return validateContent(complete, kind).map(({ path, code }) => `${path.join('.')} ${code}`);
}

describe('the recipient of a chat message', () => {
  it.each([
    ['12025550100', '12025550100'],
    ['+1 202-555 0100', '12025550100'],
    ['254711000001', '254711000001'],
    ['lid:81234567890123', 'lid:81234567890123'],
  ])('a person is written as %s', (given, digits) => {
    expect(parseRecipient(given, 'person')).toEqual({ ok: true, to: digits });
  });

  it.each([
    '',
    '123',
    '0712000001',
    'Ada',
    '1202555010O',
    '12025550100@c.us',
    '1234567890123456',
    '++12025550100',
    'lid:',
    'lid:99@lid',
    `12025550100${' '.repeat(90)}120363@g.us`,
  ])('%s is no person', (given) => {
    expect(parseRecipient(given, 'person')).toMatchObject({ ok: false, error: { path: ['to'], code: 'malformed' } });
  });

  it('a group is no person, and the refusal says so', () => {
    const parsed = parseRecipient(GROUP, 'person');
    expect(parsed).toMatchObject({ ok: false, error: { message: expect.stringContaining('group') } });
  });

  it('a group is its id', () => {
    expect(parseRecipient(GROUP, 'group')).toEqual({ ok: true, to: GROUP });
    expect(parseRecipient('12025550100-1600000000@g.us', 'group')).toMatchObject({ ok: true });
  });

  it.each([
    '12025550100',
    '',
    '@g.us',
    'a b@g.us',
    `${'1'.repeat(200)}@g.us`,
    `${GROUP}x`,
    `${GROUP}${' '.repeat(100)}`,
  ])('%s is no group', (given) => {
    expect(parseRecipient(given, 'group')).toMatchObject({ ok: false, error: { path: ['to'] } });
  });
});

describe('the content of a chat message', () => {
  it('a text needs its text', () => {
    expect(complaints({ message: 'Hello' })).toEqual([]);
    expect(complaints({})).toEqual(['message required']);
    expect(complaints({ message: ' \n' })).toEqual(['message blank']);
  });

  it.each(['image', 'video', 'voice', 'file'] as const)('a message of the type %s needs its address', (type) => {
    expect(complaints({ type, url: IMAGE })).toEqual([]);
    expect(complaints({ type, url: IMAGE, message: 'A caption' })).toEqual([]);
    expect(complaints({ type })).toEqual(['url required']);
    expect(complaints({ type, url: '' })).toEqual(['url required']);
  });

  it.each([
    'http://1.1.1.1\\@127.0.0.1/',
    'http://1.1.1.1/\n\r\nX: y',
    'ht\ntp://1.1.1.1/',
    'http:1.1.1.1',
    ' http://1.1.1.1/',
    'ftp://files.example.com/a.jpg',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'a.jpg',
    '//files/a.jpg',
  ])('%s is no address of a medium', (url) => {
    expect(complaints({ type: 'image', url })).toEqual(['url invalid']);
  });

  it('an address has no password in it', () => {
    expect(complaints({ type: 'image', url: 'https://ada:secret@files.example.com/a.jpg' })).toEqual(['url invalid']);
  });

  it('a file is for persons only', () => {
    expect(complaints({ type: 'file', url: IMAGE })).toEqual([]);
    expect(complaints({ type: 'file', url: IMAGE }, 'group')).toEqual(['type unsupported_type']);
  });

  it('is bounded everywhere', () => {
    const long = (length: number) => 'x'.repeat(length + 1);
    expect(complaints({ message: long(LIMITS.chatTextLength) })).toEqual(['message too_long']);
    expect(complaints({ type: 'image', url: `${IMAGE}?${long(LIMITS.urlLength)}` })).toEqual(['url too_long']);
    expect(complaints({ message: 'a', filename: long(LIMITS.filenameLength) })).toEqual(['filename too_long']);
  });

  it('has no characters that cannot be stored', () => {
    expect(complaints({ message: 'a\0b' })).toEqual(['message invalid']);
    expect(complaints({ message: 'half \ud83d' })).toEqual(['message invalid']);
    expect(complaints({ message: 'a', filename: 'a\0' })).toEqual(['filename invalid']);
  });

  it('a MIME type is a hint, and never at fault', () => {
    for (const mimeType of ['image/png', 'png', '']) expect(complaints({ message: 'a', mimeType })).toEqual([]);
  });
});

const AT = 'https://files.example.com/';

it('a MIME type looks like one', () => {
  for (const type of ['image/png', 'audio/ogg; codecs=opus', 'application/vnd.ms-excel']) {
    expect(isMimeType(type)).toBe(true);
  }
  for (const type of ['', 'png', 'image/', 'image/png\r\nX-Evil: 1', `a/${'x'.repeat(LIMITS.mimeTypeLength)}`]) {
    expect(isMimeType(type)).toBe(false);
  }
});

describe('the MIME type of a medium that has none given', () => {
  it.each([
    ['image', 'a.png', null, 'image/png'],
    ['image', 'a.JPG?size=large', null, 'image/jpeg'],
    ['video', 'clip.3gp', null, 'video/3gpp'],
    ['voice', 'note.mp3', null, 'audio/mpeg'],
    ['file', 'download', 'Invoice.pdf', 'application/pdf'],
    ['file', 'a.zip', 'Invoice.pdf', 'application/pdf'],
  ] as const)('%s at %s, called %s: %s', (type, path, filename, mimeType) => {
    expect(mimeTypeOf(type, AT + path, filename)).toBe(mimeType);
  });

  it.each([
    ['image', 'image/jpeg'],
    ['video', 'video/mp4'],
    ['voice', 'audio/ogg; codecs=opus'],
    ['file', 'application/octet-stream'],
  ] as const)('that of the type %s, when no name tells', (type, mimeType) => {
    for (const path of ['', 'a', 'a.unheardof', 'a.constructor', 'a.toString']) {
      expect(mimeTypeOf(type, AT + path, null)).toBe(mimeType);
    }
  });

  it('a name that does not suit the type of the message tells nothing', () => {
    expect(mimeTypeOf('image', `${AT}a.pdf`, null)).toBe('image/jpeg');
    expect(mimeTypeOf('voice', `${AT}a.png`, 'b.ogg')).toBe('audio/ogg; codecs=opus');
  });
});
