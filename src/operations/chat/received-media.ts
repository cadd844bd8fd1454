import { findInboundMessages } from '../../db/sql/sms/inbound/inbound-messages.js';
import type { EngineFile } from '../../domain/chat/engine.js';
import { notFound, PostriderError } from '../../domain/errors.js';
import { isUuid } from '../../lib/ids.js';
import type { Context } from '../context.js';
import { forCaller } from '../kernel/reads.js';
import { callEngine, findEngine } from './engine-calls.js';

export interface ReceivedFile extends EngineFile {
  /** As the sender says. */
  readonly type: string | null;
  readonly name: string | null;
}

const findInbound = forCaller(findInboundMessages);

/** Opens the file of an inbound message at its engine. The signal ends the call, and the stream. */
export async function openReceivedFile(
  context: Context,
  inboundId: string,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const [message] = isUuid(inboundId) ? await findInbound(context, [inboundId]) : [];
  if (!message || message.media_url === null) throw notFound('File');
  const { media_url: url, media_type: type, media_name: name } = message;
  const file = await callEngine(context, findEngine(context, message.gateway), async (engine) =>
    engine.openMedia ? engine.openMedia(url, signal) : { kind: 'done' as const, value: null },
  );
  if (!file) throw new PostriderError('not_found', 'The chat engine no longer has the file.');
  return { ...file, type, name };
}
