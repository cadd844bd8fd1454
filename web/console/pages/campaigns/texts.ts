import { catalogue } from '../../texts/catalogue.js';
import { countOf } from '../../texts/format.js';

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
    arrivals: (count: number) => `Show ${countOf(count, 'new campaign', 'new campaigns')}`,
    filters: {
      name: 'Name',
      reference: 'Reference',
      state: 'State',
      from: 'From',
      to: 'To',
      kind: 'Kind',
      kinds: { live: 'Live only', sandbox: 'Sandbox only' },
      order: 'Order',
      newest: 'Newest first',
      orders: { largest: 'Largest first', name: 'By name', completed: 'Unfinished, then last finished' },
    },
  },
});
