import type { ConsentWish } from '../vocabulary.js';

interface Keyword {
  readonly wish: ConsentWish;
  readonly words: readonly string[];
}

/**
 * What people answer to end or to begin messages, or to ask who writes. Only words that carriers and regulators name:
 * 47 CFR 64.1200(a)(10) for the first line, the lists of Twilio and AWS End User Messaging for the others.
 */
const KEYWORDS: readonly Keyword[] = [
  { wish: 'stop', words: ['STOP', 'QUIT', 'END', 'REVOKE', 'OPT OUT', 'CANCEL', 'UNSUBSCRIBE'] },
  { wish: 'stop', words: ['STOPALL', 'STOP ALL', 'OPTOUT', 'REMOVE', 'ARRET'] },
  { wish: 'start', words: ['START', 'UNSTOP'] },
  { wish: 'help', words: ['HELP', 'INFO'] },
];

/** What polite people add. Carriers ignore "STOP PLEASE", and people complain that they were not heard. */
const POLITE = ['PLEASE', 'THANKS', 'THANK YOU', 'MERCI', 'BITTE', 'DANKE', 'POR FAVOR', 'GRACIAS', 'ASANTE'];

const WISHES: ReadonlyMap<string, ConsentWish> = new Map(
  KEYWORDS.flatMap(({ wish, words }) => words.map((word) => [word, wish] as const)),
);

/**
 * Within this time of a STOP a START counts for nothing: gateways may deliver the two in the wrong order, and a message
 * to a person who wants none is the worse mistake.
 */
export const STOP_WINS_SECONDS = 10;

/** The wish that a text consists of; null for any other text. */
export function wishIn(text: string): ConsentWish | null {
  const words = wordsOf(text);
  const bare = POLITE.reduce(withoutAround, words);
  return WISHES.get(words) ?? WISHES.get(onceEach(bare)) ?? null;
}

/** Without the word at either end. */
function withoutAround(words: string, polite: string): string {
  const left = words.startsWith(`${polite} `) ? words.slice(polite.length + 1) : words;
  return left.endsWith(` ${polite}`) ? left.slice(0, -polite.length - 1) : left;
}

/** Angry people write "STOP STOP". */
const onceEach = (words: string) => [...new Set(words.split(' '))].join(' ');

/** No keyword is longer, so a longer text need not be read. */
const LONGEST_WISH = 60;

/** Capitals without accents, signs and emoji, with single spaces; empty for a long text. */
export function wordsOf(text: string): string {
  const bare = text.trim();
  if (bare.length > LONGEST_WISH) return '';
  return bare
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase();
}
