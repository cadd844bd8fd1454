import { defineEntity, p } from '@mikro-orm/core';
import { bytes, timestamp } from '../columns.js';

/**
 * Secret keys that were replaced. Hashes of opt-outs cannot be made anew without the numbers, so these are still
 * compared with.
 */
export const RetiredKey = defineEntity({
  name: 'RetiredKey',
  tableName: 'retired_keys',
  properties: {
    /** Fingerprint of the key. */
    id: p.text().primary(),
    /** The key, sealed with the current one. */
    sealed: bytes(),
    /** When `rekey` first ran beside the current key. */
    retiredAt: timestamp().defaultRaw('now()'),
  },
});

/**
 * Fingerprints of the secret keys that servers of this database may have: the current one, and one that it replaces.
 */
export const AcceptedSecretKey = defineEntity({
  name: 'AcceptedSecretKey',
  tableName: 'accepted_secret_keys',
  properties: {
    id: p.text().primary(),
    acceptedAt: timestamp().defaultRaw('now()'),
  },
});
