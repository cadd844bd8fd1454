import { timingSafeEqual } from 'node:crypto';
import { lockPendingCode, renewCode, spendTry } from '../../db/sql/people/one-time-codes.js';
import { invalidInput, PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { normaliseEmail, validateEmail } from '../../domain/people/credentials.js';
import { passwordResetMail, verificationMail } from '../../domain/people/mail-texts.js';
import { hashCode, hashToken, makeCode } from '../../domain/people/tokens.js';
import type { CodePurpose } from '../../domain/vocabulary.js';
import type { Services } from '../context.js';
import { writeMail } from './write-mail.js';

export interface CodeInput {
  readonly challenge: string;
  readonly code: string;
}

interface VerifiedCode {
  readonly personId: string;
  readonly codeHash: Buffer;
}

/**
 * Returns the person of a code; `takeCode` then consumes it. The try is counted and committed before the comparison, so
 * concurrent guesses cannot exceed the limit of tries.
 */
export async function verifyCode(
  { db, secretKey }: Pick<Services, 'db' | 'secretKey'>,
  purpose: CodePurpose,
  { challenge, code }: CodeInput,
): Promise<VerifiedCode> {
  const challengeHash = hashToken(secretKey, 'challenge', challenge);
  const tried = await db.amongPeople((tx) => spendTry(tx, challengeHash, purpose, LIMITS.codeTries));
  const codeHash = hashCode(secretKey, challengeHash, code.trim());
  if (!tried || !timingSafeEqual(tried.code_hash, codeHash)) throw new PostriderError('invalid_code');
  return { personId: tried.person_id, codeHash };
}

export interface ResendCodeInput {
  readonly email: string;
  readonly purpose: CodePurpose;
}

const MAILS = { email_verification: verificationMail, password_reset: passwordResetMail } as const;

/** Sends another code for the same challenge. Does not reveal whether there was an earlier one. */
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
