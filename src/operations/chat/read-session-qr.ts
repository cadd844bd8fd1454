import type { QrCode } from '../../domain/chat/engine.js';
import { PostriderError } from '../../domain/errors.js';
import type { Context } from '../context.js';
import { answerOf, engineOf, toEngineSession } from './engine-of.js';
import { findSessionToChange } from './find-session.js';

/** The code to scan with the phone; null while there is none to scan. */
export async function readSessionQr(context: Context, sessionId: string): Promise<QrCode | null> {
  const session = await findSessionToChange(context, sessionId);
  if (session.state !== 'scan_qr') return null;
  try {
    return await answerOf(context, engineOf(context, session.engine), (engine) =>
      engine.readQr(toEngineSession(session)),
    );
  } catch (error) {
    // It was scanned, or ran out, since we last heard.
    if (error instanceof PostriderError && error.code === 'session_not_connected') return null;
    throw error;
  }
}
