import type { Keyword, StopScope } from '../../vocabulary.js';
import { type EncodedText, encodeText } from '../smart-encoding.js';

/** A confirmation that comes later than this is a message that nobody expects, and 47 CFR 64.1200(a)(12) forbids it. */
export const ANSWER_MINUTES = 5;
/** To one number in 24 hours; test messages apart. */
const ANSWERS_PER_DAY = 3;
/** Senders can be forged: if more people send keywords, only those get answers that the organisation has written to. */
export const KEYWORD_SENDERS_PER_HOUR = 200;
/** One answer to HELP at each number of ours. */
const HOURS_BETWEEN_HELP = 1;

/** Who writes and what to reply, without advertising. One segment with any name that is GSM-7. */
const answersAbout = (what: string): Readonly<Record<Keyword, string>> => ({
  stop: `{organisation}: You will get no more ${what} from us. Reply {start} to get them again.`,
  start: `{organisation}: You will get ${what} from us again. Reply {stop} to end them.`,
  help: `{organisation}: Reply {stop} to get no more ${what} from us.`,
});

/** By what STOP ends. */
export const DEFAULT_ANSWERS: Readonly<Record<StopScope, Readonly<Record<Keyword, string>>>> = {
  all: answersAbout('messages'),
  promotional: answersAbout('offers'),
};

/** What the answers say of their organisation. */
export interface AnsweringOrganisation {
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
  keyword: Keyword,
  text: string | null,
  { name, stopScope }: AnsweringOrganisation,
  sharedKeyword: string | null,
): EncodedText {
  const reply = (word: string) => (sharedKeyword === null ? word : `${sharedKeyword} ${word}`);
  const values: Readonly<Record<string, string>> = {
    organisation: name.slice(0, LONGEST_NAME).toWellFormed().trimEnd(),
    start: reply('START'),
    stop: reply('STOP'),
  };
  const written = (text ?? DEFAULT_ANSWERS[stopScope][keyword]).replace(
    /\{(organisation|start|stop)\}/g,
    (_, each) => values[each] ?? '',
  );
  return encodeText(written, true);
}

/** An answer that was given, or would be. */
export interface GivenAnswer {
  readonly mobile: string;
  readonly keyword: Keyword | null;
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
