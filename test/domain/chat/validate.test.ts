import { describe, expect, it } from '@jest/globals';
import {
  type ChatContent,
  type ChatRecipientKind,
  parseRecipient,
  validateContent,
} from '../../../src/domain/chat/validate.js';
import { LIMITS } from '../../../src/domain/limits.js';

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
