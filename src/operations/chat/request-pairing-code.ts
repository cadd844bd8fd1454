import { parseRecipient } from '../../domain/chat/validate.js';
import type { Context } from '../../domain/context.js';
import { fieldError, invalidInput } from '../../domain/errors.js';
import { answerOf, engineOf, toEngineSession } from './engine-of.js';
import { findSessionToChange } from './find-session.js';

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
  return answerOf(context, engineOf(context, session.engine), (engine) =>
    engine.requestPairingCode(toEngineSession(session), number.to),
  );
}
