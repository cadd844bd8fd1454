import { catalogue } from '../../texts/catalogue.js';
import { countOf, formatName, formatNumber } from '../../texts/format.js';

export const words = catalogue({
  en: {
    title: 'Inbox',
    sentence: 'What people wrote to your numbers, and what was sent to them.',
    columns: { party: 'From', text: 'Last message', at: 'When' },
    unread: (count: number) => `${formatNumber(count)} unread`,
    filters: { number: 'Number', show: 'Show' },
    onlyUnread: 'Unread only',
    noText: 'No text',
    none: 'Nobody has written yet',
    noneHow:
      'People write to the numbers that the operator lists under "numbers" in GATEWAYS_FILE. This organisation has: ',
    noNumbers:
      'GATEWAYS_FILE has no line for this organisation under "numbers", so nobody can write to it. The operator adds ' +
      'one such as { "number": "20880", "gateways": ["operator"], "organisation_id": "…" } and has the server read the file again.',
    tryOut: 'To try it, let the sandbox receive a message:',
    command: (organisationId: string) =>
      `npm run postrider -- receive --organisation ${organisationId} --from 12025550109 --message Hello`,
    choose: 'Choose a conversation.',
    back: 'All conversations',
    sms: (own: string) => `SMS to ${own}`,
    /** A phone may have been deleted. */
    chat: (phone: string | undefined) => (phone === undefined ? 'Chat' : `Chat to ${formatName(phone)}`),
    earlier: 'Earlier messages',
    download: (name: string | null) => (name === null ? 'Download the file' : `Download ${name}`),
    noFile: 'The file is gone, or the chat engine cannot be reached.',
    thread: 'Messages',
    received: 'Received',
    sent: 'Sent',
    gone: 'The text was deleted.',
    incomplete: 'Parts of this message are missing.',
    optedOut: 'This person has opted out: a reply would be blocked.',
    optedOutSince: 'This person has opted out. Replies have been blocked since ',
    cannotReply: 'Nobody can reply to a short code or a name.',
    mayNotReply: 'Your role may read this conversation, but not reply.',
    reply: {
      label: 'Reply',
      send: 'Send',
      segments: (count: number) => countOf(count, 'segment', 'segments'),
      from: (own: string) => `Sent from ${own}.`,
      fromPhone: 'Sent as a chat message, through the phone that was written to.',
    },
  },
});
