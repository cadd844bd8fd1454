import { KEYWORDS, type Keyword } from '../../vocabulary.js';

export interface BuiltInKeyword {
  readonly word: string;
  readonly keyword: Keyword;
  /** Who names the word. */
  readonly source: string;
}

const FCC = '47 CFR 64.1200(a)(10)';
const VENDORS = 'Twilio, AWS End User Messaging';

const named = (source: string, keyword: Keyword, words: readonly string[]): readonly BuiltInKeyword[] =>
  words.map((word) => ({ word, keyword, source }));

/**
 * What people answer to end or to begin messages, or to ask who writes. Only words that carriers and regulators name.
 */
export const BUILT_IN_KEYWORDS: readonly BuiltInKeyword[] = [
  ...named(FCC, 'stop', ['STOP', 'QUIT', 'END', 'REVOKE', 'OPT OUT', 'CANCEL', 'UNSUBSCRIBE']),
  ...named(VENDORS, 'stop', ['STOPALL', 'STOP ALL', 'OPTOUT', 'REMOVE', 'ARRET']),
  ...named(VENDORS, 'start', ['START', 'UNSTOP']),
  ...named(VENDORS, 'help', ['HELP', 'INFO']),
];

/** What polite people add. Carriers ignore "STOP PLEASE", and people complain that they were not heard. */
const POLITE = ['PLEASE', 'THANKS', 'THANK YOU', 'MERCI', 'BITTE', 'DANKE', 'POR FAVOR', 'GRACIAS', 'ASANTE'];

/** The keyword that each word means. */
export type KeywordWords = ReadonlyMap<string, Keyword>;

const BUILT_IN: KeywordWords = new Map(BUILT_IN_KEYWORDS.map(({ word, keyword }) => [word, keyword]));
const NONE: KeywordWords = new Map();

/** The own words of an organisation. */
export const ownWordsOf = (settings: Readonly<Record<`${Keyword}_words`, readonly string[]>>): KeywordWords =>
  new Map(KEYWORDS.flatMap((keyword) => settings[`${keyword}_words`].map((word) => [word, keyword])));

/**
 * Within this time of a STOP a START counts for nothing: gateways may deliver the two in the wrong order, and a message
 * to a person who wants none is the worse mistake.
 */
export const STOP_WINS_SECONDS = 10;

/** The keyword that a text consists of, by the built-in words and those of an organisation; null for any other text. */
export function keywordIn(text: string, own: KeywordWords = NONE): Keyword | null {
  const words = wordsOf(text);
  const bare = onceEach(POLITE.reduce(withoutAround, words));
  return BUILT_IN.get(words) ?? BUILT_IN.get(bare) ?? own.get(words) ?? own.get(bare) ?? null;
}

/** Without the word at either end. */
function withoutAround(words: string, polite: string): string {
  const left = words.startsWith(`${polite} `) ? words.slice(polite.length + 1) : words;
  return left.endsWith(` ${polite}`) ? left.slice(0, -polite.length - 1) : left;
}

/** Angry people write "STOP STOP". */
const onceEach = (words: string) => [...new Set(words.split(' '))].join(' ');

/** No keyword is longer, so a longer text need not be read. */
const LONGEST_KEYWORD = 60;

/** Capitals without accents, signs and emoji, with single spaces; empty for a long text. */
export function wordsOf(text: string): string {
  const bare = text.trim();
  if (bare.length > LONGEST_KEYWORD) return '';
  return bare
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase();
}
