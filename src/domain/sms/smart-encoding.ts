import { LONGEST_TEXT, measureText, type TextMeasure } from './segments.js';

/**
 * Characters that GSM-7 lacks, by what it has with an equal meaning: what word processors, phones and web pages put in
 * place of the keys of a keyboard. The grave accent is left out: people type it in passwords and code.
 */
const TYPED_AS: Readonly<Record<string, string>> = {
  '"': '“”„‟«»″〝〞＂',
  "'": '‘’‚‛‹›′´ʹʻʼʽˈ＇',
  '-': '‐‑‒–—―−⁃',
  '...': '…',
  '/': '⁄∕',
  // No-break, typographic and ideographic spaces, and the tab.
  ' ': '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t',
  '\n': '\u2028\u2029',
  // The soft hyphen, and what joins, separates and directs without a shape, which concerns other scripts alone.
  '': '\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff',
  ff: 'ﬀ',
  fi: 'ﬁ',
  fl: 'ﬂ',
  ffi: 'ﬃ',
  ffl: 'ﬄ',
};

const REPLACEMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPED_AS).flatMap(([typed, characters]) => [...characters].map((one) => [one, typed] as const)),
);

/** The name of a character for people: its code point if it has no shape of its own. */
export const nameOfReplaced = (character: string): string =>
  /[\p{Z}\p{C}]/u.test(character)
    ? `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
    : character;

/** A letter with accents that follow it, as some keyboards write `é`, may be a character of GSM-7 when composed. */
const REPLACEABLE = new RegExp(`[${[...REPLACEMENTS.keys()].join('')}]|[A-Za-z][\\u0300-\\u036f]+`, 'g');

/** What smart encoding has done to a text. */
export interface Replaced {
  /** What has been put in place of each character. */
  readonly characters: ReadonlyMap<string, string>;
  /** The number of segments without it. */
  readonly segmentsBefore: number;
}

export interface EncodedText extends Readonly<TextMeasure> {
  readonly text: string;
  /** Null if the text is as it was. */
  readonly replaced: Replaced | null;
}

/**
 * Replaces the characters that keep a text from being GSM-7. A text stays as it is if it would not become GSM-7, or
 * would take more segments: it would lose its typography and save nothing.
 */
export function encodeText(text: string, isSmart: boolean): EncodedText {
  const { encoding, segments, units } = measureText(text);
  const asGiven = { text, encoding, segments, units, replaced: null };
  // A longer text is refused, and replacing in megabytes would block the event loop.
  if (!isSmart || encoding === 'gsm7' || text.length > LONGEST_TEXT) return asGiven;
  const { typed, characters } = asTyped(text);
  const encoded = measureText(typed);
  if (encoded.encoding !== 'gsm7' || encoded.segments > segments) return asGiven;
  return { text: typed, ...encoded, replaced: { characters, segmentsBefore: segments } };
}

/** Replaces every character that has a replacement, whatever the others are. */
export function asTyped(text: string): { readonly typed: string; readonly characters: ReadonlyMap<string, string> } {
  const characters = new Map<string, string>();
  const typed = text.replace(REPLACEABLE, (character) => {
    const replacement = REPLACEMENTS.get(character) ?? character.normalize('NFC');
    if (replacement !== character) characters.set(character, replacement);
    return replacement;
  });
  return { typed, characters };
}
