import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { readHashingKeys } from '../../../db/sql/kernel/secret-keys.js';
import { liftByKeyword, type OptRequest, stopWinsSince } from '../../../db/sql/sms/inbound/fold-inbound.js';
import { hasErasedSuppressions, liftErasedByKeyword } from '../../../db/sql/sms/recipients/erased-suppressions.js';
import type { RowOf } from '../../../db/tables.js';
import { hashMobile, type SecretKeys } from '../../../domain/secret-keys.js';

/**
 * Ends the suppressions that a STOP made for those who say START, also those of numbers that were erased meanwhile.
 * Returns the numbers, and whether each was suppressed for promotional messages alone.
 */
export async function liftByStart(
  tx: OrganisationTx,
  secretKeys: SecretKeys,
  starting: { readonly starts: readonly OptRequest[]; readonly test: boolean },
): Promise<ReadonlyMap<string, boolean>> {
  const { starts, test } = starting;
  const plain = await liftByKeyword(tx, starting);
  if (starts.length === 0 || !(await hasErasedSuppressions(tx))) return byMobile(plain);
  const keys = await readHashingKeys(tx, secretKeys);
  const hashed = starts.flatMap((start) =>
    keys.map((key) => ({ ...start, mobileHash: hashMobile(key, start.mobile), since: stopWinsSince(start) })),
  );
  const erased = (await liftErasedByKeyword(tx, { starts: hashed, test })).flatMap(
    ({ mobile_hash, promotional_only }) =>
      hashed
        .filter(({ mobileHash }) => mobileHash.equals(mobile_hash))
        .map(({ mobile }) => ({ mobile, promotional_only })),
  );
  return byMobile([...plain, ...erased]);
}

/** Several suppressions of a number are for promotional messages alone if each of them is. */
function byMobile(lifted: readonly Lifted[]): ReadonlyMap<string, boolean> {
  const own = [...Map.groupBy(lifted, ({ mobile }) => mobile)];
  return new Map(own.map(([mobile, rows]) => [mobile, rows.every((row) => row.promotional_only)]));
}

type Lifted = RowOf<'suppressions', 'mobile' | 'promotional_only'>;
