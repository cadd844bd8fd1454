import { takeCode } from '../../db/sql/people/one-time-codes.js';
import { changePasswordHash, findPerson, findPersonByEmail } from '../../db/sql/people/people.js';
import { revokeAccess } from '../../db/sql/people/sessions.js';
import type { Device, Person } from '../../domain/context.js';
import { invalidField, PostriderError, requireValid } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { normaliseEmail, validateEmail, validatePassword } from '../../domain/people/credentials.js';
import { makeDeviceMark } from '../../domain/people/device-mark.js';
import { passwordChangedMail, passwordResetMail } from '../../domain/people/mail-texts.js';
import { makeToken } from '../../domain/people/tokens.js';
import { hashPassword, isPassword } from '../../lib/password-hash.js';
import type { Services } from '../context.js';
import { type CodeInput, issueCode, verifyCode } from './one-time-codes.js';
import { openSession, type SignedIn } from './sign-in.js';
import { NOTICE_MINUTES, writeMail } from './write-mail.js';

export interface ChangePasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Ends every other session of the person. Returns a new mark of the device, as a sign-in does. */
export async function changePassword(
  services: Services,
  { id, sessionId }: Person,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<string> {
  const { db, secretKey } = services;
  requireValid(validatePassword('newPassword', newPassword));
  const known = await db.amongPeople((tx) => findPerson(tx, id));
  if (!known || !(await isPassword(currentPassword, known.password_hash))) throw wrongPassword();
  const passwordHash = await hashPassword(newPassword);
  const revocations = await db.amongPeople(async (tx) => {
    // Fails if the password was reset since, for example by a person with access to the mailbox.
    if (!(await changePasswordHash(tx, id, { from: known.password_hash, to: passwordHash }))) throw wrongPassword();
    await writeMail(tx, services, passwordChangedMail({ to: known.email, name: known.name }), NOTICE_MINUTES);
    return revokeAccess(tx, id, sessionId);
  });
  services.hints.nudge({ job: 'mails' });
  return makeDeviceMark(secretKey, { personId: id, revocations });
}

const wrongPassword = () => invalidField('currentPassword', 'invalid_credentials', 'The password is wrong.');

/** Returns a challenge whether or not the address has an account, and mails the code to its owner. */
export async function requestPasswordReset(
  services: Services,
  { email: given }: { readonly email: string },
): Promise<string> {
  const { db, secretKey, hints } = services;
  requireValid(validateEmail('email', given));
  const email = normaliseEmail(given);
  const challenge = makeToken();
  await db.amongPeople(async (tx) => {
    const person = await findPersonByEmail(tx, email);
    if (!person) return writeMail(tx, services, null, LIMITS.codeMinutes);
    const { id: personId, name } = person;
    const requested = { challenge, personId, purpose: 'password_reset', name: null, passwordHash: null } as const;
    const code = await issueCode(tx, secretKey, requested);
    return writeMail(tx, services, passwordResetMail({ to: email, name, code }), LIMITS.codeMinutes);
  });
  hints.nudge({ job: 'mails' });
  return challenge;
}

export interface ResetPasswordInput extends CodeInput {
  readonly password: string;
}

/** Signs in the person with the code, and ends all other sessions of the account. */
export async function resetPassword(services: Services, device: Device, input: ResetPasswordInput): Promise<SignedIn> {
  requireValid(validatePassword('password', input.password));
  const { personId, codeHash } = await verifyCode(services, 'password_reset', input);
  const passwordHash = await hashPassword(input.password);
  const signedIn = await services.db.amongPeople(async (tx) => {
    const known = (await takeCode(tx, personId, 'password_reset', codeHash)) && (await findPerson(tx, personId));
    const person = known && (await changePasswordHash(tx, personId, { from: known.password_hash, to: passwordHash }));
    if (!person) throw new PostriderError('invalid_code');
    await revokeAccess(tx, personId);
    await writeMail(tx, services, passwordChangedMail({ to: person.email, name: person.name }), NOTICE_MINUTES);
    return openSession(tx, services, device, person);
  });
  services.hints.nudge({ job: 'mails' });
  return signedIn;
}
