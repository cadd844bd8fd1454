import { z } from 'zod';
import type {
  ChatEngine,
  EngineSession,
  Media,
  OutgoingChatMessage,
  SendOutcome,
} from '../../../domain/chat/engine.js';
import type { ChatMessageType } from '../../../domain/vocabulary.js';
import { type Exchange, isSuccess } from '../../wire/calls.js';
import { type CallWaha, chatIdOf, exceptionOf, messageKeyOf, refused, writtenId } from './wire.js';

type Fields = Readonly<Record<string, unknown>>;

interface Send {
  readonly path: string;
  readonly fields: (message: OutgoingChatMessage) => Fields;
}

const SENDS: Readonly<Record<ChatMessageType, Send>> = {
  text: {
    path: '/api/sendText',
    // With a preview WAHA would fetch any URL in the text.
    fields: ({ text, proposedId }) => ({ text: text ?? '', id: proposedId, linkPreview: false }),
  },
  image: { path: '/api/sendImage', fields: (message) => ({ file: namedFile(message), caption: caption(message) }) },
  video: {
    path: '/api/sendVideo',
    fields: (message) => ({ file: namedFile(message), caption: caption(message), convert: true }),
  },
  // Voice notes have no captions.
  voice: { path: '/api/sendVoice', fields: ({ media }) => ({ file: file(media), convert: true }) },
  file: { path: '/api/sendFile', fields: (message) => ({ file: namedFile(message), caption: caption(message) }) },
};

/** Always set: without a caption WAHA writes its own below a video. */
function caption({ text }: OutgoingChatMessage): string {
  return text ?? '';
}

function file(media: Media | null): Fields {
  return { url: media?.url ?? '', mimetype: media?.mimeType ?? 'application/octet-stream' };
}

function namedFile({ media, type }: OutgoingChatMessage): Fields {
  return { ...file(media), filename: (media?.filename || lastSegment(media?.url ?? '')) ?? type };
}

function lastSegment(url: string): string | undefined {
  const segment = URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) : undefined;
  return segment && /^[\w.-]+$/.test(segment) ? segment : undefined;
}

export function createMessages(call: CallWaha, mediaTimeoutMs: number): Pick<ChatEngine, 'send'> {
  return {
    async send({ id: session }: EngineSession, message) {
      const { path, fields } = SENDS[message.type];
      const body = { session, chatId: chatIdOf(message), ...fields(message) };
      const limits = message.media === null ? {} : { signal: AbortSignal.timeout(mediaTimeoutMs) };
      return sendOutcome(await call('POST', path, { body, ...limits }), message);
    },
  };
}

/** Each engine of WAHA answers in another way: some with several forms of the id, one with none. */
const sentWire = z.object({
  id: writtenId.optional().catch(undefined),
  key: z.object({ id: z.string() }).optional().catch(undefined),
});

/**
 * After a 500 the message may have been sent, because engines also throw after they have sent it. Only these words are
 * certain: the chat app's server refused the message, or the engine did not find the recipient.
 */
const CERTAIN_REFUSALS = /server returned error \d{3}\b|no LID found/;

function sendOutcome(exchanged: Exchange, { text, media }: OutgoingChatMessage): SendOutcome {
  if (exchanged.kind === 'not_sent') return { kind: 'not_sent' };
  if (exchanged.kind === 'lost') return { kind: 'unknown' };
  const { status, body } = exchanged;
  if (isSuccess(status)) {
    const { id, key } = sentWire.safeParse(body).data ?? {};
    const sent = messageKeyOf(id ?? key?.id ?? '');
    return sent ? { kind: 'accepted', messageId: sent.id } : { kind: 'unknown' };
  }
  // 408 and most 5xx come from a proxy that does not know whether WAHA sent the message.
  if (status < 500 && status !== 408) return refused(exchanged, [text ?? '', media?.url ?? '']);
  const [certain] = CERTAIN_REFUSALS.exec(exceptionOf(exchanged)) ?? [];
  return certain === undefined ? { kind: 'unknown' } : { kind: 'rejected', reason: certain };
}
