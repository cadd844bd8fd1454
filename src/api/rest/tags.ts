/** The groups of routes in the documentation, in its order. */
export const TAGS = {
  'Chat messages': 'Messages of a chat app, sent through a connected phone to a person or a group.',
  Phones: 'The connected phones, and the groups that they belong to. A phone is connected by GraphQL.',
  Messages: 'Single SMS, and each SMS of a campaign.',
  Campaigns: 'One text to up to 10,000 recipients, with an outcome for each of them.',
  'Delivery codes': 'What the numeric codes of gateways mean.',
  Suppressions: 'Numbers to which no SMS is sent.',
  Webhooks: 'Endpoints of yours to which the server posts events, and the log of these posts.',
  Events: 'The log of all changes, in order and without gaps.',
  'Audit log': 'Who did what in the organisation.',
  Accounts: 'What people without an API key may call.',
} as const;

export type Tag = keyof typeof TAGS;
