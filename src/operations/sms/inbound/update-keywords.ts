import { isDeepStrictEqual } from 'node:util';
import type { OrganisationSql } from '../../../db/postgres/transaction.js';
import { readOrganisation } from '../../../db/sql/people/organisations.js';
import {
  type KeywordSettingsRow,
  readKeywordSettings,
  storeKeywordSettings,
} from '../../../db/sql/sms/inbound/keyword-settings.js';
import { type FieldError, fieldError, requireValid } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { type AnsweringOrganisation, writeAnswer } from '../../../domain/sms/inbound/keyword-answers.js';
import { keywordIn, wordsOf } from '../../../domain/sms/inbound/keywords.js';
import { validateText } from '../../../domain/sms/validate.js';
import { KEYWORDS, type Keyword } from '../../../domain/vocabulary.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { lockForChange } from '../../people/organisations.js';

/** What an organisation has set. */
export interface Keywords {
  readonly settings: KeywordSettingsRow;
  readonly organisation: AnsweringOrganisation;
}

export async function readKeywords(tx: OrganisationSql): Promise<Keywords> {
  const settings = await readKeywordSettings(tx);
  return { settings, organisation: await readOrganisation(tx) };
}

export function getKeywords({ db, caller }: Context): Promise<Keywords> {
  return db.inOrganisation(caller.organisationId, readKeywords);
}

/** What is missing or null stays unchanged. An empty text is the default. */
export interface UpdateKeywordsInput
  extends Given<`${Keyword}Words`, readonly string[]>,
    Given<`${Keyword}Answered`, boolean>,
    Given<`${Keyword}Text`, string> {}

type Given<Name extends string, Value> = Readonly<Partial<Record<Name, Value | null | undefined>>>;

/** Needs the right to change the organisation: the words suppress numbers, and the texts are sent in its name. */
export async function updateKeywords({ db, caller }: Context, input: UpdateKeywordsInput): Promise<Keywords> {
  requireValid(validateCounts(input));
  return db.inOrganisation(caller.organisationId, async (tx) => {
    await lockForChange(tx, caller);
    const current = await readKeywords(tx);
    const wanted = { ...current, settings: changedBy(input, current.settings) };
    requireValid([...validateWords(input, wanted.settings), ...validateTexts(input, wanted)]);
    if (isDeepStrictEqual(current, wanted)) return current;
    await storeKeywordSettings(tx, wanted.settings);
    const newTexts = KEYWORDS.filter((keyword) => textOf(current, keyword) !== textOf(wanted, keyword));
    await recordAudit(tx, caller, {
      action: 'keywords.updated',
      subjectId: null,
      before: withoutTexts(current),
      after: { ...withoutTexts(wanted), newTexts },
    });
    return wanted;
  });
}

const textOf = ({ settings }: Keywords, keyword: Keyword) => settings[`${keyword}_text`];

function withoutTexts({ settings }: Keywords): object {
  const { stop_text: _stop, start_text: _start, help_text: _help, ...others } = settings;
  return others;
}

function changedBy(input: UpdateKeywordsInput, settings: KeywordSettingsRow): KeywordSettingsRow {
  return Object.assign(
    { ...settings },
    ...KEYWORDS.map((keyword): Partial<KeywordSettingsRow> => {
      const words = input[`${keyword}Words`];
      const isAnswered = input[`${keyword}Answered`];
      const text = input[`${keyword}Text`];
      return {
        ...(words != null && { [`${keyword}_words`]: ownWords(words, keyword) }),
        ...(isAnswered != null && { [`${keyword}_answered`]: isAnswered }),
        ...(text != null && { [`${keyword}_text`]: text === '' ? null : text }),
      };
    }),
  );
}

/** As they are compared, without those that are built in. */
function ownWords(given: readonly string[], keyword: Keyword): string[] {
  const words = new Set(given.map(wordsOf));
  return [...words].filter((word) => keywordIn(word) !== keyword);
}

/** Checked first, since each word is compared with those of the other keywords. */
function validateCounts(input: UpdateKeywordsInput): FieldError[] {
  const most = LIMITS.keywordsPerOrganisation;
  const longest = KEYWORDS.filter((keyword) => (input[`${keyword}Words`]?.length ?? 0) > most);
  return longest.map((keyword) => fieldError(`${keyword}Words`, 'too_long', `At most ${most} words are allowed.`));
}

function validateWords(input: UpdateKeywordsInput, settings: KeywordSettingsRow): FieldError[] {
  const errors = KEYWORDS.flatMap((keyword) => {
    const others = KEYWORDS.filter((other) => other !== keyword).flatMap((other) => settings[`${other}_words`]);
    return (input[`${keyword}Words`] ?? []).flatMap((given, place) => {
      const refused = refusalOf(wordsOf(given), keyword, others);
      return refused === null ? [] : fieldError([`${keyword}Words`, String(place)], 'invalid', refused);
    });
  });
  return errors.slice(0, LIMITS.fieldErrorsPerAnswer);
}

function refusalOf(word: string, keyword: Keyword, others: readonly string[]): string | null {
  if (word === '') return 'A word has 1 to 60 characters, and at least one letter or digit.';
  const builtIn = keywordIn(word) ?? keyword;
  if (builtIn !== keyword) return `${word} is a built-in word for ${builtIn.toUpperCase()}.`;
  return others.includes(word) ? `${word} cannot have two meanings.` : null;
}

function validateTexts(input: UpdateKeywordsInput, { organisation }: Keywords): FieldError[] {
  const most = LIMITS.segmentsPerKeywordAnswer;
  return KEYWORDS.flatMap((keyword): FieldError[] => {
    const text = input[`${keyword}Text`];
    if (text == null || text === '') return [];
    const errors = validateText(`${keyword}Text`, text);
    if (errors.length > 0 || writeAnswer(keyword, text, organisation, null).segments <= most) return errors;
    return [fieldError(`${keyword}Text`, 'too_long', `An answer may have at most ${most} segments.`)];
  });
}
