import { putCode } from '../../../db/sql/people/one-time-codes.js';
import { claimAddress } from '../../../db/sql/people/people.js';
import { invalidInput, PostriderError } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { normaliseEmail, validateEmail } from '../../../domain/people/email-address.js';
import { alreadyRegisteredMail, verificationMail } from '../../../domain/people/mails.js';
import { validatePassword } from '../../../domain/people/password.js';
import { hashCode, hashToken, makeCode, makeToken } from '../../../domain/people/tokens.js';
import { validateName } from '../../../domain/text.js';
import { newId } from '../../../lib/ids.js';
import { hashPassword } from '../../../lib/password-hash.js';
import type { Services } from '../../context.js';
import { writeMail } from '../mail/write-mail.js';

export interface SignUpInput {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/**
 * Answers with a challenge, whoever the address belongs to; only its reader learns whether there was an account. The
 * password goes with the challenge and the code: who signs up with another's address never gets in by their help.
 */
export async function signUp(services: Services, { email: given, name, password }: SignUpInput): Promise<string> {
  const { db, secretKey, policy, hints } = services;
  if (policy.signUp !== 'open') throw new PostriderError('sign_up_closed');
  const errors = [
    ...validateEmail('email', given),
    ...validateName('name', name),
    ...validatePassword('password', password),
  ];
  if (errors.length > 0) throw invalidInput(errors);
  const email = normaliseEmail(given);
  const passwordHash = await hashPassword(password);
  const challenge = makeToken();
  const challengeHash = hashToken(secretKey, 'challenge', challenge);
  const code = makeCode();
  await db.amongPeople(async (tx) => {
    const person = await claimAddress(tx, { id: newId(), email, name });
    if (!person.isVerified) {
      await putCode(tx, {
        person_id: person.id,
        purpose: 'email_verification',
        challenge_hash: challengeHash,
        code_hash: hashCode(secretKey, challengeHash, code),
        minutes: LIMITS.codeMinutes,
        name,
        password_hash: passwordHash,
      });
    }
    const mail = person.isVerified
      ? alreadyRegisteredMail({ to: email, publicUrl: policy.publicUrl })
      : verificationMail({ to: email, code });
    await writeMail(tx, services, mail, LIMITS.codeMinutes);
  });
  hints.nudge({ job: 'mails' });
  return challenge;
}
