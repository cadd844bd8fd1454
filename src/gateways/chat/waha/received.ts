import { z } from 'zod';
import type { MessageReport, ReceivedMedia } from '../../../domain/chat/engine.js';
import { storableTime } from '../../../domain/received.js';
import { isGroupId, type MessageKey, messageKeyOf, partyOf, writtenId } from './wire.js';

const words = z.string().nullish().catch(null);

/** What stands beside the id and the chat may be missing or of another form, and the message counts all the same. */
const messageWire = z.object({
  id: writtenId,
  /** In seconds. Some engines write a fraction. */
  timestamp: z.number().optional().catch(undefined),
  from: writtenId.nullish().catch(null),
  participant: writtenId.nullish().catch(null),
  fromMe: z.boolean().optional().catch(undefined),
  body: words,
  hasMedia: z.boolean().optional().catch(undefined),
  media: z.object({ url: words, mimetype: words, filename: words }).nullish().catch(null),
  replyTo: z.object({ id: writtenId }).nullish().catch(null),
});

type Message = z.output<typeof messageWire>;

/** Undefined for what the phone itself has sent, for posts to everybody, and for what is no message. */
export function readReceived(sessionId: string, payload: unknown): MessageReport | undefined {
  const message = messageWire.safeParse(payload).data;
  const key = message && messageKeyOf(message.id);
  if (!message || !key || (message.fromMe ?? key.isFromMe)) return undefined;
  const chat = chatOf(message, key);
  if (!chat) return undefined;
  const replyTo = message.replyTo && messageKeyOf(message.replyTo.id)?.id;
  const sentAt = message.timestamp !== undefined && storableTime(message.timestamp * 1000);
  return {
    kind: 'message',
    sessionId,
    messageId: key.id,
    ...chat,
    // Messages that the engine cannot decrypt yet come with an empty body, and again when it can.
    text: message.body || null,
    media: mediaOf(message),
    ...(replyTo && { replyTo }),
    ...(sentAt && { sentAt }),
  };
}

/** Undefined for posts to everybody: the status of a person, and newsletters. */
function chatOf(
  { from, participant: author }: Message,
  { chat, participant: authorInKey }: MessageKey,
): Pick<MessageReport, 'party' | 'participant'> | undefined {
  const party = partyOf(from ?? chat ?? '');
  if (party === undefined || (chat !== undefined && partyOf(chat) === undefined)) return undefined;
  const participant = isGroupId(party) ? partyOf(author ?? authorInKey ?? '') : undefined;
  return { party, ...(participant !== undefined && { participant }) };
}

/** `hasMedia` without `media`: WAHA has not downloaded the file. */
function mediaOf({ hasMedia, media }: Message): ReceivedMedia | null {
  if (!media) return hasMedia ? { url: null, type: null, name: null } : null;
  return { url: media.url || null, type: media.mimetype || null, name: media.filename || null };
}
