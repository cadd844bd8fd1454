import type { WebhookDeliveryStatus } from '../../generated/documents.js';
import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatNumber } from '../../texts/format.js';

const events = (count: number) => countOf(count, 'event', 'events');
const waits = (count: number) => countOf(count, 'event waits', 'events wait');

/** The words of the page of one endpoint. */
export const detail = catalogue({
  en: {
    sandboxNote: 'It gets the events of sandbox messages.',
    healthy: (delivered: number) =>
      delivered === 0
        ? 'Nothing was posted in the last 24 hours, and nothing waits.'
        : `Everything has been posted: ${events(delivered)} in the last 24 hours, all accepted.`,
    mostly: (delivered: number, failed: number) =>
      `It accepts posts. In the last 24 hours it took ${events(delivered)} and not ${formatNumber(failed)}.`,
    posting: (behind: number) => `${waits(behind)} to be posted.`,
    failing: (since: string, failures: number) =>
      `Failing since ${since}: ${countOf(failures, 'post in a row was', 'posts in a row were')} not accepted.`,
    paused: (behind: number) =>
      behind === 0 ? 'Paused. Nothing waits.' : `Paused. ${waits(behind)}, and none is lost.`,
    gone: 'Switched off, because it answered 410 Gone.',
    abandoned: 'Switched off, because it accepted nothing for five days.',
    tabs: { label: 'Views of this endpoint', deliveries: 'Deliveries', settings: 'Settings' },
    facts: {
      behind: 'Behind by',
      delivered: 'Accepted in 24 h',
      failed: 'Not accepted in 24 h',
      p95: '95 of 100 posts within',
      next: 'Next try',
      address: 'Address',
      types: 'Gets',
    },
    answeredWith: (status: number) => `Status ${status}.`,
    ms: (duration: number) => `${formatNumber(duration)} ms`,
    cause: {
      title: 'Why it is failing',
      titleOff: 'Why it was switched off',
      tried: 'Last tried',
      answer: 'Its answer',
      waiting: (behind: number) =>
        behind === 0
          ? 'Nothing waits.'
          : `${waits(behind)}. Postrider goes on by itself as soon as a post is accepted.`,
      waitingOff: (behind: number) =>
        `${waits(behind)}. Switched on again, it goes on where it was, as far back as events are kept.`,
      next: 'It tries again',
      trying: 'It is trying again.',
      tryNow: 'Try now',
      goOn: 'Switch on again',
      again: 'Post again what it missed…',
    },
    actions: {
      test: 'Test…',
      again: 'Post again since…',
      pause: 'Pause',
      goOn: 'Go on',
    },
    deliveries: {
      title: 'Deliveries',
      none: 'Nothing has been posted yet',
      noneHow: 'Each post appears here with its answer. A test shows at once whether the endpoint answers.',
      gone: 'This delivery is not on this page of the list.',
      columns: {
        event: 'Event',
        when: 'Happened',
        status: 'State',
        answer: 'Answer',
        attempts: 'Tries',
        duration: 'Took',
        next: 'Next try',
      },
      statuses: {
        WAITING: 'Waiting',
        DELIVERED: 'Accepted',
        DEAD: 'Given up',
      } satisfies Record<WebhookDeliveryStatus, string>,
      filters: {
        status: 'State',
        type: 'Event',
        answer: 'Answer',
        since: 'Happened from',
        until: 'Until',
        answers: {
          0: 'No answer',
          2: '2xx accepted',
          3: '3xx redirected',
          4: '4xx refused',
          5: '5xx broken',
        },
      },
      due: 'Due',
    },
    delivery: {
      title: (type: string, sequence: number) => `${type} #${sequence}`,
      body: 'Body as posted',
      noBody: 'The event is no longer in the log.',
      answer: 'Answer',
      noAnswer: 'There was no answer.',
      emptyAnswer: 'The answer had no body.',
      event: 'webhook-id',
      attempts: 'Tries',
      attemptedAt: 'Last try',
      nextAttemptAt: 'Next try',
      duration: 'Took',
      again: 'Post again',
      isWaiting: 'It is being posted.',
      close: 'Close',
    },
    again: {
      title: 'Post again',
      why: 'Each event keeps its webhook-id, so that a receiver that stores ids sees which ones it has.',
      since: 'Events since',
      until: 'Until',
      untilHint: 'Empty: up to now. With an end or a type, only what was posted before.',
      which: 'Which',
      all: 'All of them, accepted or not',
      dead: 'Only those that were given up',
      type: 'Event',
      counting: 'Counting…',
      count: (count: number) =>
        count === 0
          ? 'There is nothing to post in this time.'
          : `Up to ${events(count)} will be posted again. What waits follows by itself.`,
      button: (count: number | undefined) => (count === undefined ? 'Post again' : `Post up to ${events(count)} again`),
      done: (count: number, isPosting: boolean) =>
        isPosting
          ? `Up to ${events(count)} are being posted again.`
          : `Up to ${events(count)} will be posted again as soon as the endpoint is tried again.`,
      wrongTime: 'Choose a time.',
    },
    test: {
      title: 'Test the endpoint',
      how: 'Posts a sample with made-up ids and "test": true, once, and shows the answer. It is in no log.',
      type: 'Event',
      button: 'Post a sample',
      accepted: (status: number, duration: number) =>
        `Accepted with status ${status} after ${formatNumber(duration)} ms.`,
      refused: (status: number, duration: number) =>
        `Not accepted: status ${status} after ${formatNumber(duration)} ms.`,
      waiting: 'Waiting for the answer…',
    },
    settings: {
      change: 'What it gets, and where',
      secret: 'Secret',
      secretHow:
        'A new secret signs every post from now on. For 24 hours the one before it signs as well, so that your server can change over.',
      secretTwice: 'Doing it twice within 24 hours ends the older one at once.',
      rotate: 'Make a new secret',
      skip: 'Skip what waits',
      skipHow: (behind: number) =>
        behind === 0
          ? 'Nothing waits.'
          : `${waits(behind)}. Skipped events are not posted any more, but stay in the event log.`,
      skipSure: (behind: number) =>
        `This cannot be undone for the endpoint: ${events(behind)} will not be posted. A paused endpoint goes on.`,
      skipButton: (behind: number) => `Skip ${events(behind)}`,
      skipped: 'Skipped. It goes on with what happens from now on.',
      remove: 'Delete',
      removeHow: 'Ends the posts, and deletes its list of deliveries. Events stay in the log.',
      removeButton: 'Delete the endpoint',
      removeSure: (behind: number) =>
        behind === 0
          ? 'This cannot be undone. Nothing waits to be posted.'
          : `This cannot be undone. ${countOf(behind, 'event that waits', 'events that wait')} will not be posted.`,
      history: 'Who changed it',
    },
  },
});
