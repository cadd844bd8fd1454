import type { Keyword } from '../../generated/documents.js';
import { catalogue } from '../../texts/catalogue.js';
import { countOf } from '../../texts/format.js';

export const words = catalogue({
  en: {
    title: 'Keywords',
    sentence: (answered: readonly string[]) =>
      answered.length === 0
        ? 'People stop and start messages by words that they send to your numbers. No word is answered.'
        : `People stop and start messages by words that they send to your numbers. Answered automatically: ${answered.join(', ')}.`,
    names: { stop: 'STOP', start: 'START', help: 'HELP' } satisfies Record<Lowercase<Keyword>, string>,
    what: {
      stop: 'Suppresses the number. The confirmation is sent once, also to the suppressed number.',
      start: 'Ends the suppression that a STOP has made, and no other.',
      help: 'Changes nothing. A number gets at most one answer an hour.',
    } satisfies Record<Lowercase<Keyword>, string>,
    builtIn: 'Words of every organisation',
    own: 'Your words',
    ownHint: 'Separated by commas. Capitals, accents and signs do not matter.',
    noOwn: 'None',
    answered: 'Answer automatically',
    text: 'Answer',
    textHint:
      'Empty: the usual text. {organisation} becomes your name, {start} and {stop} what a person replies. At most 3 segments.',
    preview: 'What people get',
    notAnswered: 'No answer',
    size: (segments: number, units: number, encoding: string) =>
      `${encoding} · ${countOf(units, 'character', 'characters')} · ${countOf(segments, 'segment', 'segments')}`,
    encodings: { gsm7: 'GSM-7', ucs2: 'Unicode' },
    limit: 'A number gets at most three answers a day, and none later than five minutes after its message.',
    readOnly: 'Owners and admins can change this.',
    history: 'Who changed it',
  },
});
