import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatNumber } from '../../texts/format.js';

const events = (count: number) => countOf(count, 'event', 'events');

export const words = catalogue({
  en: {
    title: 'Events',
    newest: (sequence: number) =>
      `Every change of every message, newest first. The log has reached ${formatNumber(sequence)}.`,
    behind: (count: number) => `${events(count)} came after this page.`,
    none: 'Nothing has happened yet',
    noneHow: 'Every change of a message, campaign or phone appears here, in the order in which it happened.',
    noneOfType: (low: number, high: number) =>
      `No event from ${formatNumber(low)} to ${formatNumber(high)} is of this type. Older goes on.`,
    noneOfTypeAtAll: 'No event of this type is kept',
    expired: 'These events are no longer kept',
    expiredHow: (days: number, oldest: number) =>
      `Events are kept for ${countOf(days, 'day', 'days')}. The oldest is number ${formatNumber(oldest)}. A program that reads the log has to read its messages anew, and go on from there.`,
    toOldest: 'Show the oldest',
    ahead: (newest: number) => `The log has reached ${formatNumber(newest)}`,
    aheadHow: 'A program that is ahead of it has read another log, or one that was restored from a backup.',
    toNewest: 'Show the newest',
    older: 'Older',
    newer: 'Newer',
    range: (low: number, high: number) => `${formatNumber(low)} to ${formatNumber(high)}`,
    pages: 'Pages of the log',
    filters: { type: 'Event', from: 'After number' },
    columns: { event: 'Event', subject: 'About', code: 'Delivery code', when: 'Happened', number: 'Number' },
    ofCampaign: 'of a campaign',
    corrected: 'corrects an earlier outcome',
  },
});
