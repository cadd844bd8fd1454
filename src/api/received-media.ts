import { openReceivedFile, type ReceivedFile } from '../operations/chat/received-media.js';
import { admit } from './guard/admission.js';
import type { RequestContext } from './guard/request-context.js';

/** Admits a caller who may read the message, and counts the call as reading it. */
export const admitReader = (context: RequestContext): Promise<void> => admit(context, 'inboundMessage');

export function openFile(context: RequestContext, inboundId: string, signal: AbortSignal): Promise<ReceivedFile> {
  const { caller } = context;
  if (!caller) throw new Error('A file was asked for without a caller.');
  return openReceivedFile({ ...context, caller }, inboundId, signal);
}
