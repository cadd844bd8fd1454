import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import {
  findBlockingSuppressions,
  type Sending,
  type SuppressionRow,
} from '../../../db/sql/sms/recipients/suppressions.js';
import type { SecretKeys } from '../../../domain/secret-keys.js';
import { findErasedSuppressed } from './erased-codes.js';

/** What blocks messages, by number. */
export interface Blocking {
  readonly suppressions: ReadonlyMap<string, SuppressionRow>;
  /** Also of numbers that were erased, whose suppressions have no rows to show. */
  readonly codes: ReadonlyMap<string, number>;
}

export async function findBlocking(
  tx: OrganisationTx,
  secretKeys: SecretKeys,
  sending: Sending,
  mobiles: readonly string[],
): Promise<Blocking> {
  const erased = await findErasedSuppressed(tx, secretKeys, { ...sending, mobiles });
  const rows = await findBlockingSuppressions(tx, sending, mobiles);
  return {
    suppressions: new Map(rows.map((row) => [row.mobile, row])),
    codes: new Map([...erased, ...rows.map((row) => [row.mobile, row.delivery_code] as const)]),
  };
}
