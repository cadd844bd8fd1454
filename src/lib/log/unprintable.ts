/** Control characters and bidi overrides: with them a name could change how a terminal shows the rest of a list. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export function hasUnprintable(text: string): boolean {
  return text.search(UNPRINTABLE) >= 0;
}

/** Replaces each by U+FFFD. */
export function maskUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}
