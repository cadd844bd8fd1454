import { CONSENT_WISHES, type ConsentWish, type StopScope } from '../vocabulary.js';
import { type EncodedText, encodeText } from './smart-encoding.js';

export interface BuiltInKeyword {
  readonly word: string;
  readonly wish: ConsentWish;
  /** Who names the word. */
  readonly source: string;
}

const FCC = '47 CFR 64.1200(a)(10)';
const VENDORS = 'Twilio, AWS End User Messaging';

const named = (source: string, wish: ConsentWish, words: readonly string[]): readonly BuiltInKeyword[] =>
  words.map((word) => ({ word, wish, source }));

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

/** The wish that each word means. */
export type Wishes = ReadonlyMap<string, ConsentWish>;

const BUILT_IN: Wishes = new Map(BUILT_IN_KEYWORDS.map(({ word, wish }) => [word, wish]));
const NONE: Wishes = new Map();

/** The own words of an organisation. */
export const wishesOf = (settings: Readonly<Record<`${ConsentWish}_words`, readonly string[]>>): Wishes =>
  new Map(CONSENT_WISHES.flatMap((wish) => settings[`${wish}_words`].map((word) => [word, wish])));

/**
 * Within this time of a STOP a START counts for nothing: gateways may deliver the two in the wrong order, and a message
 * to a person who wants none is the worse mistake.
 */
export const STOP_WINS_SECONDS = 10;

/** The wish that a text consists of, by the built-in words and those of an organisation; null for any other text. */
export function wishIn(text: string, own: Wishes = NONE): ConsentWish | null {
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

/** A confirmation that comes later than this is a message that nobody expects, and 47 CFR 64.1200(a)(12) forbids it. */
export const ANSWER_MINUTES = 5;
/** To one number in 24 hours; test messages apart. */
export const ANSWERS_PER_DAY = 3;
/** Senders can be forged: if more people say something, only those get answers that the organisation has written to. */
export const WISHERS_PER_HOUR = 200;
/** One answer to HELP at each number of ours. */
export const HOURS_BETWEEN_HELP = 1;

/** Who writes and what to reply, without advertising. One segment with any name that is GSM-7. */
const answersAbout = (what: string): Readonly<Record<ConsentWish, string>> => ({
  stop: `{organisation}: You will get no more ${what} from us. Reply {start} to get them again.`,
  start: `{organisation}: You will get ${what} from us again. Reply {stop} to end them.`,
  help: `{organisation}: Reply {stop} to get no more ${what} from us.`,
});

/** By what STOP ends. */
export const DEFAULT_ANSWERS: Readonly<Record<StopScope, Readonly<Record<ConsentWish, string>>>> = {
  all: answersAbout('messages'),
  promotional: answersAbout('offers'),
};

/** The organisation that answers. */
export interface Answerer {
  readonly name: string;
  readonly stopScope: StopScope;
}

/** The answer to a STOP that is for several organisations: each of them would send one of its own. */
export const SHARED_STOP_ANSWER = 'You will get no more messages from those who wrote to you from this number.';

/** More would make a second segment of the defaults. */
const LONGEST_NAME = 60;

/**
 * Fills the text, or the default, with the name of the organisation and the words that a person replies: on a shared
 * number they begin with the keyword of the organisation. Typographic characters are replaced if that saves segments.
 */
export function writeAnswer(
  wish: ConsentWish,
  text: string | null,
  { name, stopScope }: Answerer,
  keyword: string | null,
): EncodedText {
  const reply = (word: string) => (keyword === null ? word : `${keyword} ${word}`);
  const values: Readonly<Record<string, string>> = {
    organisation: name.slice(0, LONGEST_NAME).toWellFormed().trimEnd(),
    start: reply('START'),
    stop: reply('STOP'),
  };
  const written = (text ?? DEFAULT_ANSWERS[stopScope][wish]).replace(
    /\{(organisation|start|stop)\}/g,
    (_, each) => values[each] ?? '',
  );
  return encodeText(written, true);
}

/** An answer that was given, or would be. */
export interface GivenAnswer {
  readonly mobile: string;
  readonly keyword: ConsentWish | null;
  readonly own_number: string;
  readonly test: boolean;
  readonly age_seconds: number;
}

/** Bounds what two machines can say to each other. `given`: the answers of the last 24 hours. */
export function mayAnswer(next: GivenAnswer, given: readonly GivenAnswer[]): boolean {
  const own = given.filter(({ mobile, test }) => mobile === next.mobile && test === next.test);
  if (own.length >= ANSWERS_PER_DAY) return false;
  return (
    next.keyword !== 'help' ||
    !own.some(({ keyword, own_number: ownNumber, age_seconds: age }) => {
      return keyword === 'help' && ownNumber === next.own_number && age < HOURS_BETWEEN_HELP * 3600;
    })
  );
}
