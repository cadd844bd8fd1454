import { takeCode } from '../../../db/sql/people/one-time-codes.js';
import { verifyPerson } from '../../../db/sql/people/people.js';
import { PostriderError } from '../../../domain/errors.js';
import type { Services } from '../../context.js';
import { openSession, type SignedIn } from './open-session.js';
import { type CodeInput, proveCode } from './prove-code.js';

/** The address is theirs who signed up with it, and they are signed in. */
export async function verifyEmail(services: Services, input: CodeInput): Promise<SignedIn> {
  const { personId, codeHash } = await proveCode(services, 'email_verification', input);
  return services.db.amongPeople(async (tx) => {
    const taken = await takeCode(tx, personId, 'email_verification', codeHash);
    if (!taken?.name || !taken.password_hash) throw new PostriderError('invalid_code');
    const person = await verifyPerson(tx, personId, { name: taken.name, passwordHash: taken.password_hash });
    if (!person) throw new PostriderError('invalid_code');
    return openSession(tx, services, person);
  });
}
