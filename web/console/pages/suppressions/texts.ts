import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatList, formatNumber } from '../../texts/format.js';

const numbersOf = (count: number) => countOf(count, 'number', 'numbers');

export const words = catalogue({
  en: {
    title: 'Suppressions',
    sentence: 'Suppressed numbers get no messages, from any sender or from one. Gateways report most of them.',
    none: 'No number is suppressed',
    noneHow: 'A number appears here when a gateway reports that it refuses messages, or when you add it.',
    add: 'Add numbers',
    proof: 'Download the proof',
    filters: { number: 'Number', sender: 'Sender ID', code: 'Code', source: 'Reported by' },
    form: {
      numbers: 'Numbers',
      numbersHint: 'With country code, one a line. Paste as many as you like.',
      fileHint: 'Text or CSV: the first number of each line counts.',
      fromFile: (name: string) => `From the file ${name}`,
      removeFile: 'Remove the file',
      found: (count: number) => `${numbersOf(count)} found.`,
      unreadable: (lines: readonly number[]) =>
        lines.length === 1
          ? `Line ${formatNumber(lines[0] ?? 0)} has no number and is left out.`
          : `${countOf(lines.length, 'line has', 'lines have')} no number and are left out: ${linesInWords(lines)}.`,
      sender: 'Only for the sender ID',
      senderHint: 'Empty: for every sender of the organisation.',
      category: 'News or services',
      allMessages: 'All messages',
      reason: 'Reason',
      reasonHint: 'For the people who read this list, such as "Asked by letter".',
      submit: (count: number) => (count === 0 ? 'Suppress' : `Suppress ${numbersOf(count)}`),
      goOn: (count: number) => `Go on with the other ${formatNumber(count)}`,
      progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} suppressed`,
      refused: 'The server refused these numbers',
      refusedLines: (lines: readonly number[], message: string) =>
        `${lines.length === 1 ? 'Line' : 'Lines'} ${linesInWords(lines)}: ${message}`,
      leaveOut: (count: number) => `Leave out ${numbersOf(count)} and go on`,
      done: (count: number) =>
        `${countOf(count, 'number is', 'numbers are')} suppressed. Numbers that were suppressed before keep their entry.`,
    },
  },
});

const SHOWN_LINES = 5;

function linesInWords(lines: readonly number[]): string {
  const shown = lines.slice(0, SHOWN_LINES).map(formatNumber);
  const rest = lines.length - shown.length;
  return formatList(rest > 0 ? [...shown, `${formatNumber(rest)} more`] : shown);
}
