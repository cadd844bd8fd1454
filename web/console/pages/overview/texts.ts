import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatDuration, formatName, formatNumber, formatPercent } from '../../texts/format.js';
import type { SpanName } from './spans.js';

const messages = (count: number) => countOf(count, 'message', 'messages');

export const words = catalogue({
  en: {
    title: 'Overview',
    welcome: (organisation: string, left: number) =>
      left === 3
        ? `Three steps and ${organisation} can send.`
        : `${countOf(left, 'first step is', 'first steps are')} left for ${organisation}.`,
    sentence: (running: number, needs: number) => {
      const campaigns =
        running > 0 ? `${countOf(running, 'campaign is', 'campaigns are')} under way` : 'No campaign is under way';
      return needs > 0
        ? `${campaigns}, and ${countOf(needs, 'thing needs', 'things need')} somebody.`
        : `${campaigns}, and nothing needs anybody.`;
    },
    attention: {
      title: 'What needs somebody',
      down: (gateway: string, count: number) =>
        `The gateway ${gateway} takes no messages: ${countOf(count, 'message waits', 'messages wait')}`,
      downCode: (code: string) => `Its last answer was ${code}.`,
      downHow: 'Workers call it again and again, and go on when it takes messages.',
      notConfigured: 'It is not configured. The operator adds it again, or you cancel the messages.',
      held: (count: number, gateway: string) =>
        `${countOf(count, 'message waits', 'messages wait')} for credit at ${gateway}`,
      heldHow: 'They go on by themselves, in their order, when the account has credit again.',
      rejected: (count: number, gateway: string) =>
        `${countOf(count, 'message waits', 'messages wait')} at ${gateway} for approval of the sender ID`,
      rejectedHow: 'The operator has rejected it. They go on by themselves when it is approved again.',
      phone: (name: string) => `The phone "${formatName(name)}" is not connected`,
      phoneHow: 'Sends through it are refused until it is connected again.',
      disabled: (url: string) => `The endpoint ${url} has been disabled`,
      disabledHow: (count: number) => `${countOf(count, 'event waits', 'events wait')} for it.`,
      failing: (url: string) => `The endpoint ${url} is failing`,
      notArrived: (share: number, total: number) =>
        `${formatPercent(share)} of ${messages(total)} of the last 24 hours did not arrive`,
      mostly: (code: string, count: number) => `Most often ${code}: ${formatNumber(count)}.`,
      limit: (share: number, bucket: string) => `${formatPercent(share)} of the limit for ${bucket} is used`,
      limitHow: (limit: number, seconds: number) =>
        `${formatNumber(limit)} calls in ${formatDuration(seconds)}. Calls beyond it are refused until it is free again.`,
      since: 'Since',
    },
    buckets: {
      SMS_SEND: 'single SMS',
      SMS_SEND_BULK: 'campaigns',
      GENERAL: 'other calls',
      PEOPLE: 'your own reading',
    },
    underWay: 'Running and scheduled campaigns',
    latest: 'Last campaigns',
    allCampaigns: 'All campaigns',
    noCampaigns: 'No campaign yet',
    noCampaignsHow: 'The last eight campaigns stand here, those of programs too.',
    statistics: {
      title: 'What became of the messages',
      spans: { '24h': '24 hours', '7d': '7 days', '30d': '30 days' } satisfies Record<SpanName, string>,
      span: 'Span of time',
      of: {
        '24h': 'in the last 24 hours',
        '7d': 'in the last 7 days',
        '30d': 'in the last 30 days',
      } satisfies Record<SpanName, string>,
      none: (span: string) => `No message was accepted ${span}`,
      noneSandbox: (span: string) => `No message was accepted for the sandbox ${span}`,
      noneHow: 'Their outcomes stand here, by hour or by day.',
      sentence: (total: number, span: string, share: number) =>
        `${countOf(total, 'message was', 'messages were')} accepted ${span}; ${formatPercent(share)} have arrived.`,
      busiestHour: (hour: string, count: number) => `The busiest hour began on ${hour}, with ${formatNumber(count)}.`,
      busiestDay: (day: string, count: number) => `The busiest day was ${day}, with ${formatNumber(count)}.`,
      perHour: 'Messages by hour of acceptance',
      perDay: 'Messages by day of acceptance',
      accepted: 'Accepted',
      arrived: 'Arrived',
      underWay: 'Under way',
      notArrived: 'Did not arrive',
      median: 'Half delivered within',
      about: (seconds: number) => `about ${formatDuration(Math.max(1, seconds))}`,
      why: 'Why they did not arrive',
      columns: { code: 'Delivery code', state: 'State', count: 'Messages', what: 'What to do' },
    },
    steps: {
      title: 'First steps',
      done: 'Done',
      practice: 'Send a practice campaign',
      practiceWhy:
        'To fifteen numbers of the sandbox, each with another outcome. Nothing leaves this server, and it costs nothing.',
      practiceButton: 'Send a practice campaign',
      practiceAgain: 'Send another',
      practiceName: 'Practice campaign',
      practiceText: 'Hello from Postrider. This message never leaves the server.',
      practiceNo: 'Your role may not send.',
      result: 'What became of the practice campaign',
      toCampaign: 'Open the campaign',
      key: 'Make a key for your program',
      keyWhy: 'Programs send with a key. A test key stays in the sandbox; a live key sends through your gateways.',
      keyButton: 'Make a key',
      keyNo: 'Owners, admins and developers make keys.',
      phone: 'Connect a phone for chat messages',
      phoneWhy: 'Chat messages go out through phones that you connect with a code. Only needed for chat messages.',
      phoneButton: 'Connect a phone',
      phoneNo: 'Your role may not connect phones.',
      columns: { number: 'Number', state: 'State', cause: 'What happened' },
    },
  },
});
