import type { Scope as Word } from '../../../domain/vocabulary.js';
import { enumOf } from '../kernel/enum.js';

export const Scope = enumOf<Word>(
  'Scope',
  'The permission for a group of operations. GraphQL writes SMS_SEND for the `sms:send` of REST and of the command line.',
  {
    'sms:send': 'Send SMS and campaigns, and cancel, pause, resume, reschedule and retry them.',
    'sms:read': 'Read SMS, campaigns, statistics and gateways.',
    'chat:send': 'Send chat messages.',
    'chat:read': 'Read chat messages, phones and groups.',
    'sessions:manage': 'Connect, control and delete phones.',
    'webhooks:manage': 'Read and change webhooks, and see their deliveries.',
    'suppressions:manage': 'Read, add and lift suppressions.',
    'inbox:read': 'Read the SMS that people send to the numbers of the organisation.',
    'keys:manage': 'Read, create, rotate and revoke API keys.',
    'senders:manage': 'Read, register and delete sender IDs.',
    'organisation:manage': 'Change the settings of the organisation and, for people, its members; erase numbers.',
    'audit:read': 'Read the audit log, and the e-mail addresses of people who did something.',
  },
);
