import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import {
  findBlockingSuppressions,
  findSuppressionCodes,
  type Sending,
  type SuppressionRow,
} from '../../../db/sql/sms/recipients/suppressions.js';
import type { Caller } from '../../../domain/context.js';
import type { SecretKeys } from '../../../domain/secret-keys.js';
import type { MessageCategory } from '../../../domain/vocabulary.js';
import { findErasedSuppressed } from './erased-codes.js';

/** What a caller says of messages, as far as suppressions depend on it. */
export interface SendingInput {
  readonly senderId?: string | null | undefined;
  /** For the sandbox. Calls with a test key ask for it anyway. */
  readonly test?: boolean | null | undefined;
  /** Missing: transactional. */
  readonly category?: MessageCategory | null | undefined;
}

export function sendingOf({ mode }: Pick<Caller, 'mode'>, { senderId, test, category }: SendingInput): Sending {
  return {
    senderId: senderId ?? null,
    test: mode === 'test' || test === true,
    promotional: category === 'promotional',
  };
}

/** What blocks messages, by number. */
export interface Blocking {
  readonly suppressions: ReadonlyMap<string, SuppressionRow>;
  /** Also of numbers that were erased, whose suppressions have no rows to show. */
  readonly codes: ReadonlyMap<string, number>;
}

/** The codes of `findBlocking` alone. */
export async function findBlockingCodes(
  tx: OrganisationTx,
  secretKeys: SecretKeys,
  sending: Sending,
  mobiles: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const erased = await findErasedSuppressed(tx, secretKeys, { ...sending, mobiles });
  return new Map([...erased, ...(await findSuppressionCodes(tx, sending, mobiles))]);
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
