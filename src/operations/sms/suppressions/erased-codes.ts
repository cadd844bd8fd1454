import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { readHashingKeys } from '../../../db/sql/kernel/secret-keys.js';
import { findErasedSuppressions, hasErasedSuppressions } from '../../../db/sql/sms/recipients/erased-suppressions.js';
import type { Sending } from '../../../db/sql/sms/recipients/suppressions.js';
import { hashMobile, type SecretKeys } from '../../../domain/secret-keys.js';

interface Send extends Sending {
  readonly mobile: string;
}

/** The codes of the suppressions that block these sends although the numbers were erased, in the order of the sends. */
export async function findErasedCodes(
  tx: OrganisationTx,
  secretKeys: SecretKeys,
  sends: readonly Send[],
): Promise<(number | null)[]> {
  const keys = await readHashingKeys(tx, secretKeys);
  const hashes = sends.map(({ mobile }) => keys.map((key) => hashMobile(key, mobile)));
  const entries = await findErasedSuppressions(tx, hashes.flat());
  const found = Map.groupBy(entries, (entry) => entry.mobile_hash.toString('hex'));
  return sends.map(({ senderId, test, promotional }, place) => {
    const codes = (hashes[place] ?? [])
      .flatMap((hash) => found.get(hash.toString('hex')) ?? [])
      .filter((entry) => [senderId, ''].includes(entry.sender_id))
      .filter((entry) => (test || !entry.test) && (promotional || !entry.promotional_only))
      .map((entry) => entry.delivery_code);
    return codes.length > 0 ? Math.max(...codes) : null;
  });
}

/** The same by number, for sends of one sender that have not been stored yet. */
export async function findErasedSuppressed(
  tx: OrganisationTx,
  secretKeys: SecretKeys,
  { mobiles, ...sending }: Sending & { readonly mobiles: readonly string[] },
): Promise<Map<string, number>> {
  if (!(await hasErasedSuppressions(tx))) return new Map();
  const codes = await findErasedCodes(
    tx,
    secretKeys,
    mobiles.map((mobile) => ({ ...sending, mobile })),
  );
  return new Map(mobiles.flatMap((mobile, place) => (codes[place] == null ? [] : [[mobile, codes[place]]])));
}
