import { isDeepStrictEqual } from 'node:util';
import type { OrganisationSql } from '../../../db/postgres/transaction.js';
import { readOrganisation } from '../../../db/sql/people/organisations.js';
import {
  type KeywordSettings,
  readKeywordSettings,
  storeKeywordSettings,
} from '../../../db/sql/sms/inbound/keyword-settings.js';
import { type FieldError, fieldError, invalidInput } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { type Answerer, wishIn, wordsOf, writeAnswer } from '../../../domain/sms/keywords.js';
import { validateText } from '../../../domain/sms/validate.js';
import { CONSENT_WISHES, type ConsentWish } from '../../../domain/vocabulary.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { lockForChange } from '../../people/organisations.js';

/** What an organisation has set. */
export interface Keywords {
  readonly settings: KeywordSettings;
  readonly organisation: Answerer;
}

async function readKeywords(tx: OrganisationSql): Promise<Keywords> {
  const settings = await readKeywordSettings(tx);
  return { settings, organisation: await readOrganisation(tx) };
}

export function getKeywords({ db, caller }: Context): Promise<Keywords> {
  return db.inOrganisation(caller.organisationId, readKeywords);
}

/** What is missing or null stays unchanged. An empty text is the default. */
export interface UpdateKeywordsInput
  extends Given<`${ConsentWish}Words`, readonly string[]>,
    Given<`${ConsentWish}Answered`, boolean>,
    Given<`${ConsentWish}Text`, string> {}

type Given<Name extends string, Value> = Readonly<Partial<Record<Name, Value | null | undefined>>>;

/** Needs the right to change the organisation: the words suppress numbers, and the texts are sent in its name. */
export async function updateKeywords({ db, caller }: Context, input: UpdateKeywordsInput): Promise<Keywords> {
  const tooLong = validateCounts(input);
  if (tooLong.length > 0) throw invalidInput(tooLong);
  return db.inOrganisation(caller.organisationId, async (tx) => {
    await lockForChange(tx, caller);
    const current = await readKeywords(tx);
    const wanted = { ...current, settings: changedBy(input, current.settings) };
    const errors = [...validateWords(input, wanted.settings), ...validateTexts(input, wanted)];
    if (errors.length > 0) throw invalidInput(errors);
    if (isDeepStrictEqual(current, wanted)) return current;
    await storeKeywordSettings(tx, wanted.settings);
    const newTexts = CONSENT_WISHES.filter((wish) => textOf(current, wish) !== textOf(wanted, wish));
    await recordAudit(tx, caller, {
      action: 'keywords.updated',
      subjectId: null,
      before: withoutTexts(current),
      after: { ...withoutTexts(wanted), newTexts },
    });
    return wanted;
  });
}

const textOf = ({ settings }: Keywords, wish: ConsentWish) => settings[`${wish}_text`];

function withoutTexts({ settings }: Keywords): object {
  const { stop_text: _stop, start_text: _start, help_text: _help, ...others } = settings;
  return others;
}

function changedBy(input: UpdateKeywordsInput, settings: KeywordSettings): KeywordSettings {
  return Object.assign(
    { ...settings },
    ...CONSENT_WISHES.map((wish): Partial<KeywordSettings> => {
      const words = input[`${wish}Words`];
      const isAnswered = input[`${wish}Answered`];
      const text = input[`${wish}Text`];
      return {
        ...(words != null && { [`${wish}_words`]: ownWords(words, wish) }),
        ...(isAnswered != null && { [`${wish}_answered`]: isAnswered }),
        ...(text != null && { [`${wish}_text`]: text === '' ? null : text }),
      };
    }),
  );
}

/** As they are compared, without those that are built in. */
function ownWords(given: readonly string[], wish: ConsentWish): string[] {
  const words = new Set(given.map(wordsOf));
  return [...words].filter((word) => wishIn(word) !== wish);
}

/** First of all: each word is compared with those of the other wishes. */
function validateCounts(input: UpdateKeywordsInput): FieldError[] {
  const most = LIMITS.keywordsPerOrganisation;
  const longest = CONSENT_WISHES.filter((wish) => (input[`${wish}Words`]?.length ?? 0) > most);
  return longest.map((wish) => fieldError(`${wish}Words`, 'too_long', `At most ${most} words are allowed.`));
}

function validateWords(input: UpdateKeywordsInput, settings: KeywordSettings): FieldError[] {
  const errors = CONSENT_WISHES.flatMap((wish) => {
    const others = CONSENT_WISHES.filter((other) => other !== wish).flatMap((other) => settings[`${other}_words`]);
    return (input[`${wish}Words`] ?? []).flatMap((given, place) => {
      const refused = refusalOf(wordsOf(given), wish, others);
      return refused === null ? [] : fieldError([`${wish}Words`, String(place)], 'invalid', refused);
    });
  });
  return errors.slice(0, LIMITS.fieldErrorsPerAnswer);
}

function refusalOf(word: string, wish: ConsentWish, others: readonly string[]): string | null {
  if (word === '') return 'A word has 1 to 60 characters, and at least one letter or digit.';
  const builtIn = wishIn(word) ?? wish;
  if (builtIn !== wish) return `${word} is a built-in word for ${builtIn.toUpperCase()}.`;
  return others.includes(word) ? `${word} cannot have two meanings.` : null;
}

function validateTexts(input: UpdateKeywordsInput, { organisation }: Keywords): FieldError[] {
  const most = LIMITS.segmentsPerKeywordAnswer;
  return CONSENT_WISHES.flatMap((wish): FieldError[] => {
    const text = input[`${wish}Text`];
    if (text == null || text === '') return [];
    const errors = validateText(`${wish}Text`, text);
    if (errors.length > 0 || writeAnswer(wish, text, organisation, null).segments <= most) return errors;
    return [fieldError(`${wish}Text`, 'too_long', `An answer may have at most ${most} segments.`)];
  });
}
