import { takeCode } from '../../../db/sql/people/one-time-codes.js';
import { changePasswordHash, findPerson } from '../../../db/sql/people/people.js';
import { deleteSessionsOf } from '../../../db/sql/people/sessions.js';
import { invalidInput, PostriderError } from '../../../domain/errors.js';
import { passwordChangedMail } from '../../../domain/people/mails.js';
import { validatePassword } from '../../../domain/people/password.js';
import { hashPassword } from '../../../lib/password-hash.js';
import type { Services } from '../../context.js';
import { NEWS_MINUTES, writeMail } from '../mail/write-mail.js';
import { openSession, type SignedIn } from './open-session.js';
import { type CodeInput, proveCode } from './prove-code.js';

export interface ResetPasswordInput extends CodeInput {
  readonly password: string;
}

/** Signs in whoever has the code, and everybody else out. */
export async function resetPassword(services: Services, input: ResetPasswordInput): Promise<SignedIn> {
  const errors = validatePassword('password', input.password);
  if (errors.length > 0) throw invalidInput(errors);
  const { personId, codeHash } = await proveCode(services, 'password_reset', input);
  const passwordHash = await hashPassword(input.password);
  const signedIn = await services.db.amongPeople(async (tx) => {
    const known = (await takeCode(tx, personId, 'password_reset', codeHash)) && (await findPerson(tx, personId));
    const person = known && (await changePasswordHash(tx, personId, { from: known.password_hash, to: passwordHash }));
    if (!person) throw new PostriderError('invalid_code');
    await deleteSessionsOf(tx, personId);
    await writeMail(tx, services, passwordChangedMail({ to: person.email, name: person.name }), NEWS_MINUTES);
    return openSession(tx, services, person);
  });
  services.hints.nudge({ job: 'mails' });
  return signedIn;
}
