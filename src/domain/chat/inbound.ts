import { LIMITS } from '../limits.js';
import { cut, storable, storableKey, storableText, storableTime } from '../received.js';
import { isStorable } from '../text.js';
import type { InboundKind } from '../vocabulary.js';
import type { MessageReport, ReceivedMedia } from './engine.js';
import { isMimeType } from './media.js';

/** As the inbox keeps a message until a worker finds the organisation of its session. */
export interface StoredMessageReport extends MessageReport {
  readonly receivedAt: string;
  /** The text was too long to be kept whole. */
  readonly incomplete?: true;
}

/** Makes a message that PostgreSQL can store; null without a chat. */
export function toStoredMessage(report: MessageReport, receivedAt: Date): StoredMessageReport | null {
  const { sessionId, messageId, party, participant, text: given, media, replyTo } = report;
  if (party === '' || messageId === '' || !isStorable(party)) return null;
  const { text, isCut } = given === null ? { text: null, isCut: false } : storableText(given);
  const sentAt = report.sentAt && storableTime(report.sentAt);
  return {
    kind: 'message',
    sessionId,
    messageId: storableKey(messageId),
    party,
    text,
    media: media && storableMedia(media),
    receivedAt: receivedAt.toISOString(),
    ...(participant !== undefined && isStorable(participant) && { participant }),
    ...(replyTo !== undefined && isStorable(replyTo) && { replyTo }),
    ...(sentAt && { sentAt }),
    ...(isCut && { incomplete: true }),
  };
}

function storableMedia({ url, type, name }: ReceivedMedia): ReceivedMedia {
  return {
    url: url !== null && url.length <= LIMITS.urlLength && storable(url) === url ? url : null,
    type: type !== null && isMimeType(type) ? type : null,
    name: name && cut(storable(name), LIMITS.filenameLength),
  };
}

export function kindOfMessage({ text, media }: Pick<MessageReport, 'text' | 'media'>): InboundKind {
  if (media) return 'media';
  return text === null ? 'data' : 'text';
}

/** The number of a person; null for groups, and for people who hide it. */
export function numberOf(party: string): string | null {
  return /^\d+$/.test(party) ? party : null;
}
