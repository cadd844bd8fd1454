/** They move the cursor of a terminal, or turn the direction of what follows: a list could show what is not there. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export function hasUnprintable(text: string): boolean {
  return text.search(UNPRINTABLE) >= 0;
}

/** Each of them as a mark. */
export function maskUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}
