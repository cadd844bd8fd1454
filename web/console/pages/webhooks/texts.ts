import type { WebhookReach } from '../../generated/documents.js';
import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatNumber, formatPercent } from '../../texts/format.js';

const events = (count: number) => countOf(count, 'event', 'events');

export const words = catalogue({
  en: {
    title: 'Webhooks',
    sentence: (all: number, broken: number) =>
      broken === 0
        ? `${countOf(all, 'endpoint gets', 'endpoints get')} what it asks for.`
        : `${countOf(broken, 'endpoint', 'endpoints')} of ${formatNumber(all)} ${broken === 1 ? 'needs' : 'need'} somebody.`,
    none: 'No endpoint yet',
    noneHow: 'Postrider posts what happens to your messages to an endpoint, signed, and tries again for 22 hours.',
    create: 'Add an endpoint',
    columns: {
      endpoint: 'Endpoint',
      types: 'Gets',
      state: 'State',
      behind: 'Behind by',
      success: 'Accepted in 24 h',
    },
    allTypes: 'Everything',
    someTypes: (count: number) => countOf(count, 'type', 'types'),
    events,
    upToDate: 'Nothing',
    success: (delivered: number, all: number) =>
      all === 0 ? 'No posts' : `${formatPercent(delivered / all)} of ${formatNumber(all)}`,
    sinceWord: 'since',
    states: {
      active: 'Active',
      failing: 'Failing',
      paused: 'Paused',
      gone: 'Switched off: gone',
      abandoned: 'Switched off: failing',
    },
    form: {
      url: 'Address',
      urlHints: {
        PUBLIC: 'https, on port 443 or 8443, and on the public internet.',
        LOOPBACK: 'http or https, on any port, on the public internet or on the machine of this server.',
        ANY: 'http or https, on any port.',
      } satisfies Record<WebhookReach, string>,
      description: 'Description',
      descriptionHint: 'For people. May be left out.',
      types: 'Events',
      all: 'Everything',
      some: 'Only these',
      test: 'Events of sandbox messages',
      testHint: 'If it is off, the endpoint gets those of live messages. Either way from now on, and never both.',
    },
    secret: {
      title: 'The secret of the endpoint',
      use: 'It signs every post: put it into the settings of your server.',
      until: (time: string) => `Posts are signed with the secret before it as well until ${time}.`,
    },
  },
});
