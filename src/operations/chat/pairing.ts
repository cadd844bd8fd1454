import type { QrCode } from '../../domain/chat/engine.js';
import { parsePhoneNumber } from '../../domain/chat/validate.js';
import { invalidField, invalidInput, PostriderError } from '../../domain/errors.js';
import type { Context } from '../context.js';
import { recordAudit } from '../people/audit-log.js';
import { callEngine, callEngineOf, findEngine, toEngineSession } from './engine-calls.js';
import { findSessionToChange } from './sessions.js';

export interface SessionQr extends QrCode {
  /** Which of the codes it is since the session began to wait, from 1. */
  readonly attempt: number;
}

/** Returns the QR code to scan with the phone; null unless the session waits for a scan. */
export async function readSessionQr(context: Context, sessionId: string): Promise<SessionQr | null> {
  const session = await findSessionToChange(context, sessionId);
  if (session.state !== 'scan_qr') return null;
  try {
    const code = await callEngineOf(context, session, (engine, its) => engine.readQr(its));
    // The report of the first code may be on its way, or lost.
    return { ...code, attempt: Math.min(Math.max(session.qr_attempt, 1), code.attempts ?? 1) };
  } catch (error) {
    // The code was scanned or expired since the last report.
    if (error instanceof PostriderError && error.code === 'session_not_connected') return null;
    throw error;
  }
}

export interface RequestPairingCodeInput {
  readonly sessionId: string;
  /** Number of the phone to connect. */
  readonly phoneNumber: string;
}

/** Returns a code to type into the phone instead of scanning the QR code. */
export async function requestPairingCode(context: Context, input: RequestPairingCodeInput): Promise<string> {
  const number = parsePhoneNumber(input.phoneNumber);
  if (!number.ok) throw invalidInput([{ ...number.error, path: ['phoneNumber'] }]);
  const session = await findSessionToChange(context, input.sessionId);
  if (session.state !== 'scan_qr') {
    throw invalidField('sessionId', 'invalid', 'The session is not waiting for a phone.');
  }
  const engine = findEngine(context, session.engine);
  // The audit entry is committed before the engine is asked, so that no code is issued without one.
  await context.db.inOrganisation(context.caller.organisationId, (tx) =>
    recordAudit(tx, context.caller, { action: 'session.pairing_requested', subjectId: session.id }),
  );
  return callEngine(context, engine, () => engine.requestPairingCode(toEngineSession(session), number.to));
}
