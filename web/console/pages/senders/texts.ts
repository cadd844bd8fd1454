import type { SenderStatus } from '../../generated/documents.js';
import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatList } from '../../texts/format.js';

export const words = catalogue({
  en: {
    title: 'Sender IDs',
    sentence:
      'The names and numbers that phones show as the sender. The operator of this server approves each of them.',
    none: 'No sender ID yet',
    noneHow: 'Register the name or number that people should see as the sender of your SMS.',
    register: 'Register a sender ID',
    delete: 'Delete',
    columns: { name: 'Sender ID', status: 'State', countries: 'Countries', since: 'Registered' },
    filter: 'State',
    statuses: {
      PENDING: 'Waits for approval',
      APPROVED: 'Approved',
      REJECTED: 'Rejected',
    } satisfies Record<SenderStatus, string>,
    decided: 'decided',
    holds: 'Messages that wait with it are held until the operator approves it.',
    refused: (gateway: string) => `Refused by ${gateway},`,
    everywhere: 'All countries',
    countries: (names: readonly string[]) =>
      names.length > SHOWN_COUNTRIES ? countOf(names.length, 'country', 'countries') : formatList(names),
    form: {
      name: 'Sender ID',
      nameHint:
        'Up to 11 letters, digits, spaces and . _ & - with at least one letter, or a number of 3 to 15 digits without +.',
      countries: 'Countries',
      countriesHint: 'Two-letter codes such as GB KE US. Empty: all countries.',
      submit: 'Register',
    },
    deleting: {
      title: (name: string) => `Delete ${name}`,
      what: 'Messages that were accepted with it are still sent. If the organisation sends under approved sender IDs only, new messages with it are refused.',
      again: 'If you register it again, the operator has to approve it again.',
      action: 'Delete the sender ID',
    },
  },
});

const SHOWN_COUNTRIES = 6;
