import { catalogue } from '../../texts/catalogue.js';

/** Before the cause, by what would become of the message. */
const fates = {
  BLOCKED: 'A message sent now would be blocked:',
  FAILED: 'A message sent now would fail:',
  HELD: 'A message sent now would be held:',
  QUEUED: 'A message sent now would wait:',
};

export const words = catalogue({
  en: {
    title: (number: string) => `Number ${number}`,
    fate: (status: string, cause: string) => `${fates[status as keyof typeof fates] ?? ''} ${cause}`,
    leaves: (gateway: string) => `A message sent now would leave by the gateway ${gateway}.`,
    filters: { sender: 'From the sender ID' },
    hidden: 'Your role does not cover this list.',
    suppressions: { title: 'Suppressions', none: 'The number is not suppressed.' },
    consent: {
      title: 'Changes of consent',
      none: 'No opt-out and no opt-in of the person is known.',
      columns: { when: 'When', what: 'What', how: 'How', for: 'For', by: 'Recorded by' },
      changes: { OPTED_OUT: 'Wants no messages', OPTED_IN: 'Wants messages again' },
      wrote: (word: string, number: string) => `Wrote ${word} to ${number}`,
      sources: { KEYWORD: 'By a keyword', MANUAL: 'By a person or program', IMPORT: 'Imported' },
      everySender: 'All senders',
      omitted: (changes: number) => `After ${changes} more that are not kept`,
    },
    sent: {
      title: 'Last messages to the number',
      none: 'No message to the number is kept.',
      all: 'All SMS to the number',
      chat: 'Chat messages to the number',
      columns: { when: 'Accepted', state: 'State', code: 'Delivery code', sender: 'From', campaign: 'Campaign' },
      campaign: 'Campaign',
    },
    received: {
      title: 'Last messages from the number',
      none: 'No message from the number is kept.',
      columns: { when: 'Received', to: 'To', text: 'Text' },
      noText: 'No text, or removed',
    },
  },
});
