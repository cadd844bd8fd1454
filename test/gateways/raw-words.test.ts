import { describe, expect, it } from '@jest/globals';
import { safeRawWords } from '../../src/gateways/wire/raw-words.js';

const message = { text: 'Your code is 493817, keep it to yourself' };

describe('The words of a gateway', () => {
  it('are kept when they are about the refusal', () => {
    expect(safeRawWords(message, 'ESME_RINVSRCADR 0x0A', 'Sender not approved by network 639')).toEqual({
      rawCode: 'ESME_RINVSRCADR 0x0A',
      rawReason: 'Sender not approved by network 639',
    });
  });

  it.each(['to +254 711 000-001', 'to 254711000001', 'with code 4938', 'with 493 817'])('lose numbers %s', (end) => {
    expect(safeRawWords(message, undefined, `cannot send ${end}`).rawReason).toMatch(
      /^cannot send (to|with|with code) #$/,
    );
  });

  it.each(['bad content: "KEEP it, to..."', 'Your-code-is what?'])(
    'are dropped when they quote the text: %s',
    (reason) => {
      expect(safeRawWords(message, undefined, reason)).toEqual({});
    },
  );

  it.each(['254711000001', 'keep it to', 'x'.repeat(41), 'a\nb', ''])('are no code when they look like %p', (code) => {
    expect(safeRawWords(message, code, undefined)).toEqual({});
  });

  it('are bounded', () => {
    expect(safeRawWords(message, undefined, 'no '.repeat(100_000)).rawReason).toHaveLength(200);
  });
});
