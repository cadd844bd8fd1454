/**
 * How a person proves an address. `signUp` and `requestPasswordReset` return a challenge; the mail carries a six-digit
 * code. Only the caller who has both can go on, so no one can finish what another caller has begun. The transaction
 * that a mail is about also writes the mail, sealed because it contains codes (`write-mail.ts`). A worker leases the
 * mail, sends it with no transaction open, and deletes it: at least once, always under the same Message-ID.
 */

import { timingSafeEqual } from 'node:crypto';
import type { Sql } from '../../db/postgres/transaction.js';
import { lockPendingCode, putCode, renewCode, spendTry } from '../../db/sql/people/one-time-codes.js';
import { PostriderError, requireValid } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { normaliseEmail, validateEmail } from '../../domain/people/credentials.js';
import { passwordResetMail, verificationMail } from '../../domain/people/mail-texts.js';
import { hashCode, hashToken, makeCode } from '../../domain/people/tokens.js';
import { findUnderEach } from '../../domain/secret-keys.js';
import type { CodePurpose } from '../../domain/vocabulary.js';
import type { Services } from '../context.js';
import { writeMail } from './write-mail.js';

interface RequestedCode {
  readonly challenge: string;
  readonly personId: string;
  readonly purpose: CodePurpose;
  /** Of the account that a sign-up creates when its address is verified. */
  readonly name: string | null;
  readonly passwordHash: string | null;
}

/** Stores a code for a challenge, and returns it for the mail. */
export async function issueCode(tx: Sql, secretKey: string, requested: RequestedCode): Promise<string> {
  const { challenge, personId, purpose, name, passwordHash } = requested;
  const challengeHash = hashToken(secretKey, 'challenge', challenge);
  const code = makeCode();
  await putCode(tx, {
    person_id: personId,
    purpose,
    challenge_hash: challengeHash,
    code_hash: hashCode(secretKey, challengeHash, code),
    minutes: LIMITS.codeMinutes,
    name,
    password_hash: passwordHash,
  });
  return code;
}

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
  { db, secretKeys }: Pick<Services, 'db' | 'secretKeys'>,
  purpose: CodePurpose,
  { challenge, code }: CodeInput,
): Promise<VerifiedCode> {
  const tried = await findUnderEach(secretKeys, (secretKey) => {
    const challengeHash = hashToken(secretKey, 'challenge', challenge);
    return db.amongPeople((tx) => spendTry(tx, challengeHash, purpose, LIMITS.codeTries));
  });
  if (!tried) throw new PostriderError('invalid_code');
  const { person_id: personId, challenge_hash: challengeHash, code_hash: codeHash } = tried;
  // A code that was sent again may be newer than its challenge, and be hashed with another key.
  const isRight = secretKeys.some((secretKey) =>
    timingSafeEqual(codeHash, hashCode(secretKey, challengeHash, code.trim())),
  );
  if (!isRight) throw new PostriderError('invalid_code');
  return { personId, codeHash };
}

export interface ResendCodeInput {
  readonly email: string;
  readonly purpose: CodePurpose;
}

const MAILS = { email_verification: verificationMail, password_reset: passwordResetMail } as const;

/** Sends another code for the same challenge. Does not reveal whether there was an earlier one. */
export async function resendCode(services: Services, { email: given, purpose }: ResendCodeInput): Promise<void> {
  const { db, secretKey, hints } = services;
  requireValid(validateEmail('email', given));
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
