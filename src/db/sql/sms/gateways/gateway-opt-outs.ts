import type { Sql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

/** An empty `sender_id` means messages of every sender. */
export type StoredOptOut = RowOf<'gateway_opt_outs', 'mobile_hash' | 'sender_id'>;

/** Keeps the opt-outs that a gateway has reported. Without the order, two calls with the same ones can deadlock. */
export async function storeOptOuts(tx: Sql, gateway: string, optOuts: readonly StoredOptOut[]): Promise<void> {
  await tx.sql(
    `INSERT INTO gateway_opt_outs (gateway, mobile_hash, sender_id)
     SELECT :gateway, mobile_hash, sender_id
     FROM unnest(:mobileHashes::bytea[], :senderIds::text[]) AS o (mobile_hash, sender_id)
     ORDER BY mobile_hash, sender_id
     ON CONFLICT (gateway, mobile_hash, sender_id) DO NOTHING`,
    {
      gateway,
      mobileHashes: optOuts.map((optOut) => optOut.mobile_hash),
      senderIds: optOuts.map((optOut) => optOut.sender_id),
    },
  );
}

/** What the people of these numbers have told this gateway. */
export function findOptOuts(tx: Sql, gateway: string, mobileHashes: readonly Buffer[]): Promise<StoredOptOut[]> {
  return tx.sql<StoredOptOut>(
    `SELECT mobile_hash, sender_id FROM gateway_opt_outs
     WHERE gateway = :gateway AND mobile_hash = ANY (:mobileHashes::bytea[])`,
    { gateway, mobileHashes },
  );
}

/** What the person of a number has told these gateways. */
export function findOptOutsAt(tx: Sql, gateways: readonly string[], mobileHashes: readonly Buffer[]) {
  return tx.sql<RowOf<'gateway_opt_outs', 'gateway' | 'sender_id'>>(
    `SELECT gateway, sender_id FROM gateway_opt_outs
     WHERE gateway = ANY (:gateways) AND mobile_hash = ANY (:mobileHashes::bytea[])`,
    { gateways, mobileHashes },
  );
}
