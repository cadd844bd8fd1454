import { takeCode } from '../../db/sql/people/one-time-codes.js';
import { claimAddress, verifyPerson } from '../../db/sql/people/people.js';
import type { Device } from '../../domain/context.js';
import { PostriderError, requireValid } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { normaliseEmail, validateEmail, validatePassword } from '../../domain/people/credentials.js';
import { alreadyRegisteredMail, verificationMail } from '../../domain/people/mail-texts.js';
import { makeToken } from '../../domain/people/tokens.js';
import { validateName } from '../../domain/text.js';
import { newId } from '../../lib/ids.js';
import { hashPassword } from '../../lib/password-hash.js';
import type { Services } from '../context.js';
import { type CodeInput, issueCode, verifyCode } from './one-time-codes.js';
import { openSession, type SignedIn } from './sign-in.js';
import { writeMail } from './write-mail.js';

export interface SignUpInput {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/**
 * Returns a challenge whether or not the address has an account; only the mail reveals it. The password is stored with
 * the challenge, so the owner of the address cannot confirm a sign-up that another person began.
 */
export async function signUp(services: Services, { email: given, name, password }: SignUpInput): Promise<string> {
  const { db, secretKey, policy, hints } = services;
  if (policy.signUp !== 'open') throw new PostriderError('sign_up_closed');
  requireValid([
    ...validateEmail('email', given),
    ...validateName('name', name),
    ...validatePassword('password', password),
  ]);
  const email = normaliseEmail(given);
  const passwordHash = await hashPassword(password);
  const challenge = makeToken();
  await db.amongPeople(async (tx) => {
    const { id: personId, isVerified } = await claimAddress(tx, { id: newId(), email, name });
    const requested = { challenge, personId, purpose: 'email_verification', name, passwordHash } as const;
    const mail = isVerified
      ? alreadyRegisteredMail({ to: email, publicUrl: policy.publicUrl })
      : verificationMail({ to: email, code: await issueCode(tx, secretKey, requested) });
    await writeMail(tx, services, mail, LIMITS.codeMinutes);
  });
  hints.nudge({ job: 'mails' });
  return challenge;
}

/** Confirms the address of a sign-up, and signs the person in. */
export async function verifyEmail(services: Services, device: Device, input: CodeInput): Promise<SignedIn> {
  const { personId, codeHash } = await verifyCode(services, 'email_verification', input);
  return services.db.amongPeople(async (tx) => {
    const taken = await takeCode(tx, personId, 'email_verification', codeHash);
    if (!taken?.name || !taken.password_hash) throw new PostriderError('invalid_code');
    const person = await verifyPerson(tx, personId, { name: taken.name, passwordHash: taken.password_hash });
    if (!person) throw new PostriderError('invalid_code');
    return openSession(tx, services, device, person);
  });
}
