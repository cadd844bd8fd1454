import { GSM7_BASIC, GSM7_EXTENSION } from '../../segments.js';

/** How the octets of a text are read; binary: they are no text. */
export type Alphabet = 'gsm7' | 'latin1' | 'ucs2' | 'binary';

export const GSM7_ESCAPE = 0x1b;
/** Of the characters of the extension table, each after an escape. */
export const GSM7_EXTENSION_CODES = [0x0a, 0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40, 0x65];

/** What a person has written; null for data that is no text. GSM-7 has one octet a septet. */
export function decodeText(octets: Buffer, alphabet: Alphabet): string | null {
  switch (alphabet) {
    case 'gsm7':
      return decodeGsm7(octets);
    case 'latin1':
      return octets.toString('latin1');
    case 'ucs2':
      return decodeUcs2(octets);
    case 'binary':
      return null;
  }
}

export function encodeUcs2(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

function decodeUcs2(octets: Buffer): string {
  return Buffer.from(octets.subarray(0, octets.length & ~1))
    .swap16()
    .toString('utf16le');
}

/** A code that the alphabet lacks becomes a space, as phones show it. */
function decodeGsm7(octets: Buffer): string {
  let text = '';
  for (let i = 0; i < octets.length; i++) {
    const code = octets[i] as number;
    text += code === GSM7_ESCAPE ? (EXTENSION.get(octets[++i] ?? GSM7_ESCAPE) ?? ' ') : (basicCharacter(code) ?? ' ');
  }
  return text;
}

const EXTENSION = new Map([...GSM7_EXTENSION].map((character, i) => [GSM7_EXTENSION_CODES[i], character]));
const basicCharacter = (code: number) => GSM7_BASIC[code < GSM7_ESCAPE ? code : code - 1];
