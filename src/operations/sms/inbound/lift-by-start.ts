import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { liftByKeyword, type OptRequest, stopWinsSince } from '../../../db/sql/sms/inbound/fold-inbound.js';
import { hasErasedSuppressions, liftErasedByKeyword } from '../../../db/sql/sms/recipients/erased-suppressions.js';
import { hashMobile } from '../../../domain/personal-hash.js';
import type { SecretKeys } from '../../../domain/secret-keys.js';
import { readHashingKeys } from '../../kernel/retired-keys.js';

/**
 * Ends the suppressions that a STOP made for those who say START, also those of numbers that were erased meanwhile.
 * Returns the numbers.
 */
export async function liftByStart(
  tx: OrganisationTx,
  secretKeys: SecretKeys,
  starting: { readonly starts: readonly OptRequest[]; readonly test: boolean },
): Promise<ReadonlySet<string>> {
  const { starts, test } = starting;
  const lifted = await liftByKeyword(tx, starting);
  if (starts.length === 0 || !(await hasErasedSuppressions(tx))) return lifted;
  const keys = await readHashingKeys(tx, secretKeys);
  const hashed = starts.flatMap((start) =>
    keys.map((key) => ({ ...start, mobileHash: hashMobile(key, start.mobile), since: stopWinsSince(start) })),
  );
  const erased = new Set((await liftErasedByKeyword(tx, { starts: hashed, test })).map((hash) => hash.toString('hex')));
  const liftedErased = hashed.filter(({ mobileHash }) => erased.has(mobileHash.toString('hex')));
  return new Set([...lifted, ...liftedErased.map(({ mobile }) => mobile)]);
}
