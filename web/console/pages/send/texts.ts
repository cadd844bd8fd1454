import type { SmsEncoding } from '../../generated/documents.js';
import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatList, formatNumber } from '../../texts/format.js';

const messages = (count: number) => countOf(count, 'message', 'messages');
const rows = (count: number) => countOf(count, 'row', 'rows');
const encodingName = (encoding: SmsEncoding | Lowercase<SmsEncoding>) =>
  encoding === 'GSM7' || encoding === 'gsm7' ? 'GSM-7' : 'UCS-2';
const segments = (count: number) => countOf(count, 'segment', 'segments');

export const words = catalogue({
  en: {
    title: 'Send',
    sentence: 'One text to one number or to a whole list, checked before it leaves.',
    steps: { to: 'To', what: 'What', check: 'Check' },
    to: {
      how: 'How to give the numbers',
      file: 'A file',
      lines: 'Pasted lines',
      fileHint: 'CSV or text with commas, semicolons or tabs. It is read in this browser; nothing is uploaded yet.',
      number: 'One number',
      numberHint: 'With country code, such as +1 202 555 0100',
      linesHint: 'One number a line, or rows copied from a spreadsheet',
      column: 'Column with the numbers',
      columnHint: (examples: readonly string[]) => `Begins with ${formatList(examples)}`,
      hasHeading: 'The first line names the columns',
      otherFile: 'Choose another file',
      size: (count: number) => rows(count),
      named: (source: string, count: number) => `${source} · ${rows(count)}`,
      campaigns: (count: number) =>
        `More than 10,000 rows: they will be ${countOf(count, 'campaign', 'campaigns')} with one reference.`,
    },
    text: {
      label: 'Text',
      insert: 'Insert the value of a column',
      chip: (column: string) => `Insert ${column}`,
      measure: (encoding: Lowercase<SmsEncoding>, units: number, count: number) =>
        `${encodingName(encoding)} · ${countOf(units, 'character', 'characters')} · ${segments(count)}`,
      longest: (line: number) => `The longest text, of line ${formatNumber(line)}`,
      whole: 'As phones show it',
      unicode: (characters: readonly string[]) =>
        `${formatList(characters)} ${characters.length === 1 ? 'makes' : 'make'} the text UCS-2: 70 characters in a segment, not 160.`,
      unicodeRows: (count: number, line: number) =>
        `The values of ${rows(count)} make their texts UCS-2, for example those of line ${formatNumber(line)}.`,
      smart: 'Replace typographic quotes and dashes',
      smartHint: 'Where that makes a text GSM-7',
      tooLong: 'A message may have at most 10 segments.',
    },
    delivery: {
      sender: 'Sender',
      senderHint: 'Empty: as the gateway is set',
      approved: 'approved',
      pending: 'not approved yet',
      rejected: 'rejected',
      category: 'News or service?',
      categoryHint: 'People who have opted out of news still get services, such as codes and reminders.',
      when: 'When',
      now: 'Now',
      later: 'Later',
      at: 'Time',
      atHint: (zone: string) => `In ${zone}`,
      kind: 'Where to',
      live: 'To phones',
      sandbox: 'To the sandbox',
      sandboxOnly: 'This server has no gateway: nothing leaves it.',
      name: 'Name',
      nameHint: 'To find the campaign by',
      reference: 'Reference',
      referenceHint: 'Your own, for programs',
      care: 'If many fail',
      pause: 'Pause the campaign',
      pauseHint: 'When 40 of the latest 200 messages fail for a reason that concerns all',
    },
    issues: {
      title: 'This has to be settled first',
      noList: 'Choose who gets the message.',
      noText: 'Write the text.',
      unknown: (names: readonly string[], columns: readonly string[]) =>
        `The list has no column ${formatList(names.map((name) => `“${name}”`))}. Its columns are ${formatList(columns)}.`,
      noValues: (names: readonly string[]) =>
        `Nothing can stand in place of ${formatList(names.map((name) => `{{${name}}}`))}: the numbers come without names or other values. Leave ${names.length === 1 ? 'it' : 'them'} out of the text, or choose a list with columns.`,
      incomplete: (count: number, lines: string) =>
        `${rows(count)} ${count === 1 ? 'lacks' : 'lack'} a value that the text uses: ${lines}.`,
      leaveOut: (count: number) => `Leave ${count === 1 ? 'this row' : 'these rows'} out`,
      sendBlank: 'Send with nothing in its place',
      leftOut: (count: number) => `${rows(count)} without a value ${count === 1 ? 'is' : 'are'} left out.`,
      blank: (count: number) => `${rows(count)} ${count === 1 ? 'has' : 'have'} nothing in place of a value.`,
      tooLong: (count: number, lines: string) =>
        `${rows(count)} ${count === 1 ? 'has' : 'have'} more fields than there are columns: ${lines}. A comma in a value needs quotes around it.`,
      tooLongLeftOut: (count: number) => `${rows(count)} with too many fields ${count === 1 ? 'is' : 'are'} left out.`,
      undo: 'Undo',
      noTime: 'Choose a time at least a minute from now.',
    },
    lines: (lines: readonly number[], more: number) =>
      `${lines.length === 1 ? 'line' : 'lines'} ${lines.map(formatNumber).join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`,
    check: {
      how: 'The server looks at every number and text. Nothing is stored or sent.',
      button: 'Check',
      again: 'Check again',
      running: (done: number) => (done > 0 ? `Checking… ${countOf(done, 'campaign', 'campaigns')} done` : 'Checking…'),
      refused: 'The server would refuse this',
      atLine: (line: number, message: string) => `Line ${formatNumber(line)}: ${message}`,
      sentence: (count: number, size: number) => `${messages(count)} will be sent, in ${segments(size)}.`,
      nobody: 'No message would be sent.',
      smart: 'Replaced characters',
      replaced: (characters: readonly string[], count: number) => `${characters.join(' ')} in ${messages(count)}`,
      saved: (count: number) => `${segments(count)} saved`,
      leftOut: (count: number) => (count === 0 ? 'Left out' : `${rows(count)} left out`),
      nothingLeftOut: 'None',
      campaigns: 'Campaigns',
      gateways: 'Gateways',
      gateway: (name: string, count: number) => `${name}: ${formatNumber(count)}`,
      credit: (name: string, count: number) => `The credit of ${name} pays for ${formatNumber(count)} of them.`,
      starts: 'Earliest start',
      ends: 'Last message, about',
      atOnce: 'At once',
      samples: 'Samples',
      kinds: { FIRST: 'first', SHORTEST: 'shortest', LONGEST: 'longest' },
      sampleName: (kinds: readonly string[]) => `The ${formatList(kinds)} text`,
      everybody: 'Everybody gets',
      sample: (line: number, count: number, encoding: SmsEncoding) =>
        `Line ${formatNumber(line)}, ${segments(count)}, ${encodingName(encoding)}`,
      repeated: (line: number) => `Repeats the number of line ${formatNumber(line)}, which gets the message`,
      repetition: 'Repeats an earlier number',
      countryCode: (meaning: string) => `${meaning}. Numbers begin with their country code, without a 0 before it.`,
      kind: (meaning: string, code: number) => `${meaning.replace(/\.$/, '')} (${formatNumber(code)})`,
      rows: 'Rows',
      rowsShown: (problems: number, sent: number, accepted: number) => {
        const first = sent < accepted ? `the first ${formatNumber(sent)} of ${rows(accepted)}` : rows(sent);
        const parts = [problems > 0 && `${rows(problems)} left out`, sent > 0 && `${first} to be sent`];
        return `Shown: ${parts.filter(Boolean).join(', then ')}.`;
      },
      download: (count: number) => `Download ${rows(count)} with problems`,
      file: 'left-out.csv',
      columns: { line: 'Line', number: 'Number', outcome: 'What happens', text: 'Text', reason: 'Reason' },
      isSent: 'Will be sent',
    },
    send: {
      button: (count: number, isLater: boolean) => `${isLater ? 'Schedule' : 'Send'} ${messages(count)}`,
      running: (isLater: boolean) => (isLater ? 'Scheduling…' : 'Sending…'),
      live: 'to phones',
      confirm: (count: number, isLater: boolean) => `${isLater ? 'Schedule' : 'Send'} ${messages(count)} to phones?`,
      confirmHow: 'They cannot be called back once they have left.',
      cancel: 'Do not send',
      unknown: 'Not known whether it was accepted: asking again is safe',
      unknownHow: 'The answer of the server was lost. Asking again sends nothing twice.',
      retry: 'Ask again',
      changed: 'Nothing was sent',
      accepted: (done: number, all: number) =>
        `${formatNumber(done)} of ${countOf(all, 'campaign', 'campaigns')} accepted. The others wait.`,
    },
    leave: {
      title: 'Leave and lose the list?',
      how: 'Lists are kept in this page only. Nothing of it was sent.',
      howSome: 'Some campaigns are accepted, and the others are not sent.',
      howUnknown: 'It is not known whether the campaign was accepted. Ask again first, or look for it under Campaigns.',
      stay: 'Stay',
      leave: 'Leave',
    },
    from: {
      loading: (count: number) => `Loading the numbers: ${formatNumber(count)} so far`,
      source: (name: string) => `What failed of “${name}”`,
      none: 'No number of this campaign failed, or its numbers have been removed.',
      unnamed: 'a campaign without a name',
      number: 'number',
      reference: 'reference',
      text: 'text',
    },
  },
});
