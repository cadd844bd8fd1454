import { lockPendingCode, renewCode } from '../../../db/sql/people/one-time-codes.js';
import { invalidInput } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { normaliseEmail, validateEmail } from '../../../domain/people/email-address.js';
import { passwordResetMail, verificationMail } from '../../../domain/people/mails.js';
import { hashCode, makeCode } from '../../../domain/people/tokens.js';
import type { CodePurpose } from '../../../domain/vocabulary.js';
import type { Services } from '../../context.js';
import { writeMail } from '../mail/write-mail.js';

export interface ResendCodeInput {
  readonly email: string;
  readonly purpose: CodePurpose;
}

const MAILS = { email_verification: verificationMail, password_reset: passwordResetMail } as const;

/** Another code for what was asked for before; it goes with the same challenge. Tells nobody whether there was one. */
export async function resendCode(services: Services, { email: given, purpose }: ResendCodeInput): Promise<void> {
  const { db, secretKey, hints } = services;
  const errors = validateEmail('email', given);
  if (errors.length > 0) throw invalidInput(errors);
  const email = normaliseEmail(given);
  await db.amongPeople(async (tx) => {
    const pending = await lockPendingCode(tx, { email, purpose, withinHours: LIMITS.codeRenewalHours });
    if (!pending) return writeMail(tx, services, null, LIMITS.codeMinutes);
    const code = makeCode();
    const codeHash = hashCode(secretKey, pending.challenge_hash, code);
    await renewCode(tx, { ...pending, purpose, code_hash: codeHash, minutes: LIMITS.codeMinutes });
    return writeMail(tx, services, MAILS[purpose]({ to: email, name: pending.name, code }), LIMITS.codeMinutes);
  });
  hints.nudge({ job: 'mails' });
}
