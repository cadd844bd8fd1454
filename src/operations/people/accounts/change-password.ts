import { changePasswordHash, findPerson } from '../../../db/sql/people/people.js';
import { deleteSessionsOf } from '../../../db/sql/people/sessions.js';
import type { Person } from '../../../domain/context.js';
import { fieldError, invalidInput } from '../../../domain/errors.js';
import { passwordChangedMail } from '../../../domain/people/mails.js';
import { validatePassword } from '../../../domain/people/password.js';
import { hashPassword, isPassword } from '../../../lib/password-hash.js';
import type { Services } from '../../context.js';
import { NEWS_MINUTES, writeMail } from '../mail/write-mail.js';

export interface ChangePasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Every other session of the person ends. */
export async function changePassword(
  services: Services,
  { id, sessionId }: Person,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<void> {
  const { db } = services;
  const errors = validatePassword('newPassword', newPassword);
  if (errors.length > 0) throw invalidInput(errors);
  const known = await db.amongPeople((tx) => findPerson(tx, id));
  if (!known || !(await isPassword(currentPassword, known.password_hash))) throw wrongPassword();
  const passwordHash = await hashPassword(newPassword);
  await db.amongPeople(async (tx) => {
    // It may have been reset meanwhile, by somebody who has the mails.
    if (!(await changePasswordHash(tx, id, { from: known.password_hash, to: passwordHash }))) throw wrongPassword();
    await deleteSessionsOf(tx, id, sessionId);
    await writeMail(tx, services, passwordChangedMail({ to: known.email, name: known.name }), NEWS_MINUTES);
  });
  services.hints.nudge({ job: 'mails' });
}

const wrongPassword = () =>
  invalidInput([fieldError('currentPassword', 'invalid_credentials', 'The password is wrong.')]);
