import { putCode } from '../../../db/sql/people/one-time-codes.js';
import { findPersonByEmail } from '../../../db/sql/people/people.js';
import { invalidInput } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { normaliseEmail, validateEmail } from '../../../domain/people/email-address.js';
import { passwordResetMail } from '../../../domain/people/mails.js';
import { hashCode, hashToken, makeCode, makeToken } from '../../../domain/people/tokens.js';
import type { Services } from '../../context.js';
import { writeMail } from '../mail/write-mail.js';

/** Answers with a challenge, whether or not there is an account; its owner gets the code that belongs to it. */
export async function requestPasswordReset(
  services: Services,
  { email: given }: { readonly email: string },
): Promise<string> {
  const { db, secretKey, hints } = services;
  const errors = validateEmail('email', given);
  if (errors.length > 0) throw invalidInput(errors);
  const email = normaliseEmail(given);
  const challenge = makeToken();
  const challengeHash = hashToken(secretKey, 'challenge', challenge);
  await db.amongPeople(async (tx) => {
    const person = await findPersonByEmail(tx, email);
    if (!person) return writeMail(tx, services, null, LIMITS.codeMinutes);
    const code = makeCode();
    await putCode(tx, {
      person_id: person.id,
      purpose: 'password_reset',
      challenge_hash: challengeHash,
      code_hash: hashCode(secretKey, challengeHash, code),
      minutes: LIMITS.codeMinutes,
      name: null,
      password_hash: null,
    });
    return writeMail(tx, services, passwordResetMail({ to: email, name: person.name, code }), LIMITS.codeMinutes);
  });
  hints.nudge({ job: 'mails' });
  return challenge;
}
