import { acceptKeys, dropRetiredKeys, listAcceptedKeys, lockAcceptedKeys } from '../../db/sql/kernel/secret-keys.js';
import { NotReadyError } from '../../domain/health.js';
import { secretKeyId } from '../../domain/secret-keys.js';
import type { Services } from '../context.js';
import { inspectSecretKeys, judgeByRows } from './rekey.js';

/** The database belongs to other secret keys: all API keys would be refused, and no webhook could be signed. */
export class ForeignKeysError extends Error {
  override readonly name = 'ForeignKeysError';

  constructor(given: readonly string[], accepted: readonly string[]) {
    const accepts = accepted.length > 0 ? `accepts ${accepted.join(', ')}` : 'has only what other keys have made';
    super(
      `${describeForeign(given)} Fingerprints: this process has ${given.join(', ')}; the database ${accepts}. All API keys would be ` +
        'refused. Set SECRET_KEY to the key of the other servers, or put secret.key back into DATA_DIR. If that key is lost for good, ' +
        'the command rekey --lost makes the database accept this one.',
    );
  }
}

const describeForeign = ({ length }: readonly string[]) =>
  length > 1
    ? 'Neither SECRET_KEY nor PREVIOUS_SECRET_KEY is a secret key of this database.'
    : 'SECRET_KEY is not a secret key of this database.';

type Keeper = Pick<Services, 'db' | 'secretKeys'>;

/** `unproven`: nothing in the database tells whether the key is its own. */
type Verdict = 'own' | 'unproven';

/** Throws a ForeignKeysError if neither SECRET_KEY nor PREVIOUS_SECRET_KEY belongs to the database. */
export async function judgeSecretKeys(keeper: Keeper): Promise<Verdict> {
  const { db, secretKeys } = keeper;
  const accepted = await listAcceptedKeys(db);
  const given = secretKeys.map(secretKeyId);
  if (accepted.length > 0) {
    refuseForeign(given, accepted);
    return 'own';
  }
  const verdict = judgeByRows(await inspectSecretKeys(keeper));
  if (verdict === 'foreign') throw new ForeignKeysError(given, accepted);
  return verdict;
}

const areForeign = (given: readonly string[], accepted: readonly string[]) =>
  !given.some((id) => accepted.includes(id));

function refuseForeign(given: readonly string[], accepted: readonly string[]): void {
  if (areForeign(given, accepted)) throw new ForeignKeysError(given, accepted);
}

/**
 * For a server that starts: as `judgeSecretKeys`, and then the database accepts the key. A key that `rekey` has
 * replaced is accepted until a server starts without it, so that processes can be replaced one by one.
 */
export async function acceptSecretKeys(keeper: Keeper): Promise<Verdict> {
  const { db, secretKeys } = keeper;
  const verdict = await judgeSecretKeys(keeper);
  if (verdict === 'unproven') return verdict;
  const given = secretKeys.map(secretKeyId);
  await db.amongPeople(async (tx) => {
    await lockAcceptedKeys(tx);
    const accepted = await listAcceptedKeys(tx);
    if (accepted.length > 0) refuseForeign(given, accepted);
    await acceptKeys(tx, accepted.length === 0 ? given : given.slice(0, 1));
    await dropRetiredKeys(tx, given);
  });
  return verdict;
}

/**
 * For a server that runs: its database may have been replaced, or a server has started without the key that `rekey` has
 * replaced.
 */
export async function requireAcceptedKeys({ db, secretKeys }: Keeper): Promise<void> {
  const accepted = await listAcceptedKeys(db);
  const given = secretKeys.map(secretKeyId);
  // Without fingerprints: the message is public, and a guessed key could be compared with them.
  if (accepted.length > 0 && areForeign(given, accepted)) throw new NotReadyError(describeForeign(given));
}
