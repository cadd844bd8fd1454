import { isDeepStrictEqual } from 'node:util';
import type { OrganisationSql } from '../../../db/postgres/transaction.js';
import {
  type KeywordSettingsRow,
  readKeywordSettings,
  storeKeywordSettings,
} from '../../../db/sql/sms/inbound/keyword-settings.js';
import { type FieldError, fieldError, invalidInput, PostriderError } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { type AnsweringOrganisation, type KeywordAnswer, writeAnswer } from '../../../domain/sms/keyword-answers.js';
import { type Keyword, wishesOf, wishIn, wordsOf } from '../../../domain/sms/keywords.js';
import { validateText } from '../../../domain/sms/validate.js';
import { CONSENT_WISHES, type ConsentWish } from '../../../domain/vocabulary.js';
import type { Context } from '../../context.js';
import { forCaller } from '../../kernel/reads.js';
import { recordAudit } from '../../people/audit-log.js';
import { lockForChange } from '../../people/organisations.js';

/** The words and answers of an organisation. */
export interface Keywords {
  readonly own: readonly Keyword[];
  readonly answers: Readonly<Record<ConsentWish, KeywordAnswer>>;
  readonly organisation: AnsweringOrganisation;
}

export async function readKeywords(tx: OrganisationSql): Promise<Keywords> {
  const row = await readKeywordSettings(tx);
  return {
    own: CONSENT_WISHES.flatMap((wish) => (row[`${wish}_words`] ?? []).map((word) => ({ word, wish }))),
    answers: {
      stop: { enabled: row.answers_stop ?? true, text: row.stop_text },
      start: { enabled: row.answers_start ?? true, text: row.start_text },
      help: { enabled: row.answers_help ?? true, text: row.help_text },
    },
    organisation: { name: row.name, smartEncoding: row.smart_encoding },
  };
}

export const getKeywords = forCaller(readKeywords);

/** What is left out stays unchanged. */
export interface UpdateKeywordsInput {
  /** All own words. */
  readonly own?: readonly Keyword[] | null | undefined;
  readonly answers?: readonly AnswerChange[] | null | undefined;
}

interface AnswerChange {
  readonly wish: ConsentWish;
  readonly enabled?: boolean | null | undefined;
  /** Null: the default. */
  readonly text?: string | null | undefined;
}

/** Needs the right to change the organisation: the words suppress numbers, and the texts are sent in its name. */
export async function updateKeywords({ db, caller }: Context, input: UpdateKeywordsInput): Promise<Keywords> {
  const own = input.own && readOwnWords(input.own);
  const changes = input.answers ?? [];
  return db.inOrganisation(caller.organisationId, async (tx) => {
    await lockForChange(tx, caller);
    const current = await readKeywords(tx);
    validateTexts(changes, current.organisation);
    const answers = changes.reduce(withChange, current.answers);
    const wanted = { ...current, own: own ?? current.own, answers };
    const newTexts = CONSENT_WISHES.filter((wish) => answers[wish].text !== current.answers[wish].text);
    const [before, after] = [auditedOf(current), auditedOf(wanted)];
    if (newTexts.length === 0 && isDeepStrictEqual(before, after)) return current;
    await storeKeywordSettings(tx, toRow(wanted));
    await recordAudit(tx, caller, {
      action: 'keywords.updated',
      subjectId: null,
      before,
      after: { ...after, newTexts },
    });
    return wanted;
  });
}

/** Returns the words as they are compared, without those that are built in. */
function readOwnWords(given: readonly Keyword[]): Keyword[] {
  if (given.length > LIMITS.keywordsPerOrganisation) {
    throw new PostriderError(
      'too_many',
      `An organisation may have ${LIMITS.keywordsPerOrganisation} words of its own.`,
    );
  }
  const words = given.map(({ word, wish }) => ({ word: wordsOf(word), wish }));
  const meanings = wishesOf(words);
  const errors = words.flatMap(({ word, wish }, place) => {
    const refused = refusalOf(word, wish, meanings.get(word));
    return refused === null ? [] : [fieldError(['own', String(place), 'word'], 'invalid', refused)];
  });
  if (errors.length > 0) throw invalidInput(errors);
  return [...meanings].flatMap(([word, wish]) => (wishIn(word) === null ? { word, wish } : []));
}

function refusalOf(word: string, wish: ConsentWish, alsoMeans: ConsentWish | undefined): string | null {
  if (word === '') return 'A word has 1 to 60 characters, and at least one letter or digit.';
  const builtIn = wishIn(word) ?? wish;
  if (builtIn !== wish) return `${word} is a built-in word for ${builtIn.toUpperCase()}.`;
  return alsoMeans === wish ? null : `${word} is given twice, with different meanings.`;
}

function withChange(answers: Keywords['answers'], { wish, enabled, text }: AnswerChange): Keywords['answers'] {
  const before = answers[wish];
  return { ...answers, [wish]: { enabled: enabled ?? before.enabled, text: text === undefined ? before.text : text } };
}

function validateTexts(changes: readonly AnswerChange[], organisation: AnsweringOrganisation): void {
  const errors = changes.flatMap(({ wish, text }, place): FieldError[] => {
    if (text == null) return [];
    const path = ['answers', String(place), 'text'];
    const invalid = validateText(path, text);
    if (invalid.length > 0) return invalid;
    const most = LIMITS.segmentsPerKeywordAnswer;
    const { segments } = writeAnswer(wish, text, organisation, null);
    return segments <= most ? [] : [fieldError(path, 'too_long', `An answer may have at most ${most} segments.`)];
  });
  if (errors.length > 0) throw invalidInput(errors);
}

function toRow({ own, answers: { stop, start, help } }: Keywords): KeywordSettingsRow {
  const wordsFor = (meaning: ConsentWish) => own.flatMap(({ word, wish }) => (wish === meaning ? word : []));
  return {
    stop_words: wordsFor('stop'),
    start_words: wordsFor('start'),
    help_words: wordsFor('help'),
    answers_stop: stop.enabled,
    answers_start: start.enabled,
    answers_help: help.enabled,
    stop_text: stop.text,
    start_text: start.text,
    help_text: help.text,
  };
}

/** Without the texts. */
const auditedOf = ({ own, answers }: Keywords) => ({
  own: own.map(({ word, wish }) => `${word}: ${wish}`),
  answered: CONSENT_WISHES.filter((wish) => answers[wish].enabled),
});
