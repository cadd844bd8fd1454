import { describe, expect, it } from '@jest/globals';
import { isMimeType, mimeTypeOf } from '../../../src/domain/chat/media.js';
import { LIMITS } from '../../../src/domain/limits.js';

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
