import type { QrCode } from '../../domain/chat/engine.js';
import { parseRecipient } from '../../domain/chat/validate.js';
import { fieldError, invalidInput, PostriderError } from '../../domain/errors.js';
import type { Context } from '../context.js';
import { recordAudit } from '../people/audit-log.js';
import { answerOf, engineOf, toEngineSession } from './engine-calls.js';
import { findSessionToChange } from './sessions.js';

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

export interface RequestPairingCodeInput {
  readonly sessionId: string;
  /** Of the phone that is to be connected. */
  readonly phoneNumber: string;
}

/** A code to type into the phone instead of scanning one. */
export async function requestPairingCode(context: Context, input: RequestPairingCodeInput): Promise<string> {
  const number = parseRecipient(input.phoneNumber, 'person');
  if (!number.ok) throw invalidInput([{ ...number.error, path: ['phoneNumber'] }]);
  const session = await findSessionToChange(context, input.sessionId);
  if (session.state !== 'scan_qr') {
    throw invalidInput([fieldError('sessionId', 'invalid', 'The session is not waiting for a phone.')]);
  }
  const engine = engineOf(context, session.engine);
  // Nothing of ours changes, so the entry comes before the engine is asked: a code that was given out is never missing.
  await context.db.inOrganisation(context.caller.organisationId, (tx) =>
    recordAudit(tx, context.caller, { action: 'session.pairing_requested', subjectId: session.id }),
  );
  return answerOf(context, engine, () => engine.requestPairingCode(toEngineSession(session), number.to));
}
