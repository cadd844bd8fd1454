import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatNumber, formatPercent } from '../../texts/format.js';

export const words = catalogue({
  en: {
    title: 'Campaigns',
    none: 'No campaign yet',
    noneHow:
      'A campaign is one text to many numbers. It appears here as soon as it is accepted, also when a program sends it.',
    sentence: (running: number) =>
      running > 0
        ? `${countOf(running, 'campaign is', 'campaigns are')} under way on this page.`
        : 'No campaign on this page is under way.',
    columns: {
      name: 'Name',
      state: 'State',
      sentBy: 'Sent by',
      when: 'When',
      size: 'Recipients',
      progress: 'What arrived',
    },
    arrivals: (count: number) => `Show ${countOf(count, 'new campaign', 'new campaigns')}`,
    unnamed: 'Without a name',
    filters: {
      name: 'Name',
      reference: 'Reference',
      state: 'State',
      from: 'From',
      to: 'To',
      kind: 'Kind',
      live: 'Live only',
      sandbox: 'Sandbox only',
      order: 'Order',
      newest: 'Newest first',
      largest: 'Largest first',
    },
    perSecond: (rate: number) => `${formatNumber(rate)} a second`,
    timeLeft: (duration: string) => `about ${duration} left`,
    arrived: (arrived: number, total: number) => `${formatNumber(arrived)} of ${formatNumber(total)} arrived`,
    arrivedShare: (share: number) => formatPercent(share),
  },
});
