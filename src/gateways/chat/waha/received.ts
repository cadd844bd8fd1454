import { z } from 'zod';
import type { MessageReport, ReceivedMedia } from '../../../domain/chat/engine.js';
import { storableTime } from '../../../domain/received.js';
import { messageKeyOf, partyOf, writtenId } from './wire.js';

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

/** Undefined for what the phone itself has sent, for posts to everybody (status, newsletters), and for what is no message. */
export function readReceived(sessionId: string, payload: unknown): MessageReport | undefined {
  const message = messageWire.safeParse(payload).data;
  const key = message && messageKeyOf(message.id);
  if (!message || !key || (message.fromMe ?? key.isFromMe)) return undefined;
  const party = partyOf(message.from ?? key.chat ?? '');
  if (party === undefined || (key.chat !== undefined && partyOf(key.chat) === undefined)) return undefined;
  const isGroup = party.includes('@');
  const participant = isGroup ? partyOf(message.participant ?? key.participant ?? '') : undefined;
  const replyTo = message.replyTo && messageKeyOf(message.replyTo.id)?.id;
  const sentAt = message.timestamp !== undefined && storableTime(message.timestamp * 1000);
  return {
    kind: 'message',
    sessionId,
    messageId: key.id,
    party,
    // Messages that the engine cannot decrypt yet come with an empty body, and again when it can.
    text: message.body || null,
    media: mediaOf(message),
    ...(participant !== undefined && { participant }),
    ...(replyTo && { replyTo }),
    ...(sentAt && { sentAt }),
  };
}

/** `hasMedia` without `media`: WAHA has not downloaded the file. */
function mediaOf({ hasMedia, media }: Message): ReceivedMedia | null {
  if (!media) return hasMedia ? { url: null, type: null, name: null } : null;
  return { url: media.url || null, type: media.mimetype || null, name: media.filename || null };
}
