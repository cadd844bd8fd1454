import type { ExportKind, RateLimitBucket } from '../../generated/documents.js';
import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatName, formatNumber } from '../../texts/format.js';

const days = (count: number) => countOf(count, 'day', 'days');

export const words = catalogue({
  en: {
    title: 'Settings',
    sentence: (name: string, retention: number) =>
      `${formatName(name)} keeps texts and numbers for ${days(retention)}. Counts are kept longer.`,
    organisation: 'Organisation',
    readOnly: 'Owners and admins can change this.',
    fields: {
      name: 'Name',
      timeZone: 'Time zone',
      timeZoneHint: 'In which days begin in statistics, such as Africa/Nairobi.',
      retentionDays: 'Days until texts and numbers are removed',
      retentionDaysHint: 'From 1 to 3,650. Counts and statuses stay.',
      enforceSenderIds: 'Send with approved sender IDs only',
      pauseOnFailures: 'Pause campaigns that fail',
      pauseOnFailuresHint:
        'When 40 of the latest 200 outcomes are failures that have to do with the sender or the gateway.',
      smartEncoding: 'Replace typographic characters',
      smartEncodingHint:
        'Quotes, dashes and spaces of word processors become those of a keyboard where that makes a text GSM-7: 160 characters in a segment, not 70.',
      stopScope: 'What STOP ends',
      stopScopeHint: 'For people who write STOP from now on. It changes nothing for those who already have.',
    },
    stopScopes: { ALL: 'All messages', PROMOTIONAL: 'News: messages of the category “promotional”' },
    yes: 'Yes',
    no: 'No',
    days,
    counting: 'Counting…',
    uncounted: 'Texts and numbers of older messages are removed.',
    redacts: (count: number) =>
      count === 0
        ? 'No SMS is older than that.'
        : `The texts and numbers of ${countOf(count, 'SMS', 'SMS')} that are older will be removed, and of chat messages as old.`,
    shorten: 'Keep texts and numbers for a shorter time',
    shortenButton: (retention: number) => `Remove what is older than ${days(retention)}`,
    final: 'Nobody can bring them back.',
    history: 'Who changed it',
    keywords: 'Keywords',
    keywordsHow: 'STOP, START and HELP: the words that people send, and what they get as an answer',
    limits: 'Limits',
    limitsHow:
      'Calls in the last 60 seconds. A call beyond a limit is refused, and says when to try again. The operator of this server sets the limits.',
    buckets: {
      SMS_SEND: 'Single sends',
      SMS_SEND_BULK: 'Bulk sends',
      GENERAL: 'Other calls, and changes',
      PEOPLE: 'What you read here',
    } satisfies Record<RateLimitBucket, string>,
    used: (used: number, limit: number) => `${formatNumber(used)} of ${formatNumber(limit)}`,
    addresses: 'For programs',
    addressNames: {
      rest: 'REST',
      graphql: 'GraphQL',
      organisation: 'X-Organisation-Id',
      docs: 'REST reference',
      graphiql: 'GraphiQL, to try GraphQL',
      openapi: 'OpenAPI description',
      schema: 'GraphQL schema',
    },
    links: {
      title: 'Download links',
      how: 'Everybody who has such a link can download without signing in, until it expires or you end it.',
      none: 'There is no link that works.',
      kinds: {
        CAMPAIGN_MESSAGES: 'Recipients of a campaign',
        MESSAGES: 'SMS',
        EVENTS: 'Events',
        SUPPRESSIONS: 'Suppressions',
        CAMPAIGNS: 'Campaigns',
        CHAT_MESSAGES: 'Chat messages',
        INBOUND_MESSAGES: 'Received messages',
        CONSENT_CHANGES: 'Proof of consent',
      } satisfies Record<ExportKind, string>,
      of: (what: string, by: string) => `${what}, by ${by}`,
      only: (conditions: readonly string[]) => `Only some, by ${conditions.join(', ').replaceAll('_', ' ')}`,
      more: (count: number) => `And ${countOf(count, 'older link', 'older links')}.`,
      what: 'Rows',
      by: 'Made by',
      since: 'Made',
      until: 'Until',
      end: 'End',
      endTitle: (name: string) => `End this link: ${name}?`,
      final: 'It stops working within three seconds, for downloads under way too. Nobody can bring it back.',
    },
    installation: 'Installation',
    version: 'Version',
    events: 'Events are kept for',
    sandboxOnly: 'It has no gateway: every message is simulated, and none leaves the server.',
  },
});
