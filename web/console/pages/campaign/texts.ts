import type { HoldReason } from '../../generated/documents.js';
import type { Counts } from '../../parts/states/counts.js';
import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatDuration, formatName, formatNumber, formatPercent } from '../../texts/format.js';

const messages = (count: number) => countOf(count, 'message', 'messages');

export const words = catalogue({
  en: {
    unnamed: 'Campaign without a name',
    sentence: {
      delivered: (delivered: number, total: number) =>
        `${formatNumber(delivered)} of ${formatNumber(total)} delivered (${formatPercent(total === 0 ? 0 : delivered / total)})`,
      onTheirWay: (count: number) => `${formatNumber(count)} on their way`,
      waiting: (count: number) => `${formatNumber(count)} waiting`,
      held: (count: number) => `${formatNumber(count)} on hold`,
      notArrived: (count: number) => `${formatNumber(count)} did not arrive`,
      cancelled: (count: number) => `${formatNumber(count)} cancelled`,
      left: (seconds: number, rate: number) =>
        `About ${formatDuration(seconds)} left at ${formatNumber(Math.max(1, Math.round(rate)))} a second.`,
      still: (time: string) => `Nothing has moved for ${time}.`,
      scheduled: (when: string, total: number) => `Starts ${when}, to ${countOf(total, 'recipient', 'recipients')}.`,
      startsWhenResumed: (when: string) => `If it is resumed by then, it starts ${when}.`,
      paused: (when: string) => `Paused since ${when}: nothing more is handed to a gateway.`,
      pausedByFailures: (when: string) =>
        `Paused by itself since ${when}, because too many of the last messages failed at the gateway.`,
      ended: (when: string, took: string) => `Ended ${when}, after ${took}.`,
      cancelledAt: (when: string) => `Cancelled ${when}.`,
    },
    intake: {
      sentBy: (name: string) => `Sent by ${formatName(name)}`,
      sent: 'Sent',
      on: (day: string, minute: string) => `on ${day} at ${minute}`,
      from: (sender: string) => `from ${sender}`,
      rows: (total: number) => `${countOf(total, 'row', 'rows')}`,
      duplicates: (count: number) => `${countOf(count, 'duplicate', 'duplicates')} left out`,
      invalid: (count: number) => `${formatNumber(count)} cannot receive SMS`,
      suppressed: (count: number) => `${formatNumber(count)} suppressed`,
      retryOf: 'Sends again what failed in',
      retries: 'What failed was sent again in',
    },
    announce: {
      progress: (share: number) => `${formatPercent(share)} of the messages have their final status.`,
      held: 'The campaign is on hold.',
      ended: (delivered: number, total: number) =>
        `The campaign has ended: ${formatNumber(delivered)} of ${formatNumber(total)} delivered.`,
    },
    counts: { title: 'What became of the messages', all: 'All' },
    reasons: {
      title: 'Why they did not arrive',
      none: ({ delivered, cancelled }: Counts) => {
        if (delivered > 0) return `Every message ${cancelled > 0 ? 'that left' : 'that has ended'} was delivered.`;
        return cancelled > 0 ? 'No message was refused.' : 'No message has ended yet.';
      },
      columns: { reason: 'Reason', count: 'Messages', todo: 'What to do', actions: 'Actions' },
      nothingToDo: 'Nothing',
      show: 'Show these',
      download: 'Download numbers',
      downloadAll: 'Download all of these numbers',
      retry: 'Try again',
    },
    hold: {
      title: 'On hold',
      because: {
        INSUFFICIENT_CREDIT: (gateway, since) => `The gateway ${gateway} has had no credit since ${since}.`,
        RISK_REVIEW: (gateway, since) => `The gateway ${gateway} has been reviewing messages since ${since}.`,
        SENDER_ID_REJECTED: (_, since) => `The operator has rejected the sender ID. Messages are held since ${since}.`,
      } satisfies Record<HoldReason, (gateway: string, since: string) => string>,
      goesOn: {
        INSUFFICIENT_CREDIT: 'The messages go on by themselves when there is credit.',
        RISK_REVIEW: '',
        SENDER_ID_REJECTED: 'The messages go on by themselves when it is approved again.',
      } satisfies Record<HoldReason, string>,
      next: (when: string) => `The next check is ${when}.`,
      resume: 'Resume now',
    },
    recipients: {
      title: 'Recipients',
      none: 'No recipient is in this state',
      all: 'Show all',
      columns: {
        number: 'Number',
        state: 'State',
        reason: 'Reason',
        code: 'Code',
        since: 'Since',
        reference: 'Reference',
        row: 'Row',
      },
      redacted: 'removed',
      redactedNote: 'Numbers and texts are removed after the retention of the organisation; counts stay.',
      changed: (count: number) => `${countOf(count, 'message has', 'messages have')} changed. Show`,
      number: 'Number',
      download: 'Download',
      rows: 'Rows on a page',
      row: 'Go to row',
      go: 'Go',
      select: (number: string) => `Select ${number}`,
      selection: {
        count: (count: number) => `${formatNumber(count)} selected`,
        copy: 'Copy numbers',
        download: 'Download these',
        all: (count: number | null) =>
          count === null ? 'Download all of this filter' : `Download all ${formatNumber(count)} of this filter`,
        clear: 'Clear',
        file: 'recipients.csv',
      },
    },
    course: {
      title: 'Course',
      peak: (count: number, per: string, when: string) => `Most deliveries: ${formatNumber(count)} ${per}, at ${when}.`,
      none: 'Nothing has happened yet.',
      per: { TEN_SECONDS: 'in ten seconds', MINUTE: 'in a minute', HOUR: 'in an hour' },
    },
    details: {
      title: 'Text and details',
      template: 'Text as written',
      sample: 'As the first recipient gets it',
      id: 'Campaign id',
      category: 'News or service',
      reference: 'Reference',
      metadata: 'Metadata',
      sender: 'Sender ID',
      segments: 'Segments in all',
      gateways: 'Gateways',
      pauseOnFailures: 'Pauses by itself when many fail',
      yes: 'Yes',
      no: 'No',
      defaultSender: 'Chosen by the gateway',
    },
    actions: {
      cancel: 'Cancel',
      cancelTitle: (count: number) => `Cancel ${messages(count)} that ${count === 1 ? 'has' : 'have'} not left?`,
      cancelButton: (count: number) => `Cancel ${messages(count)}`,
      cancelHow: 'Messages that a gateway already has are delivered. This cannot be undone.',
      cancelled: (cancelled: number, gone: number) =>
        `${messages(cancelled)} cancelled; ${formatNumber(gone)} had already left.`,
      keep: 'Keep sending',
      pause: 'Pause',
      resume: 'Resume',
      change: 'Change time',
      changeTitle: 'When should it start?',
      at: 'Start',
      now: 'Start now',
      save: 'Save',
      back: 'Back',
      again: 'Send again to…',
      retryTitle: (count: number) => `Send ${messages(count)} again?`,
      retryHow:
        'A new campaign with the same text goes to the recipients whose message the gateway refused. Each message is sent again once.',
      retryName: (name: string) => `Retry of “${name}”`,
      retryButton: (count: number) => `Send ${messages(count)} again`,
    },
  },
});
