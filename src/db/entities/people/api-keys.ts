import { defineEntity, p } from '@mikro-orm/core';
import { KEY_MODES, type Scope } from '../../../domain/vocabulary.js';
import { bytes, createdBy, texts, timestamp, uuids } from '../columns.js';
import { isolated } from '../isolation.js';
import { ofOrganisation } from './organisations.js';

export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    id: p.uuid().primary(),
    name: p.text(),
    /** Keyed hash of the key, which is shown once and never stored. */
    hash: bytes().unique(),
    /** Fingerprint of the secret key that keys the hash. Null: the hash is from before fingerprints were kept. */
    secretKeyId: p.text().nullable(),
    hint: p.text(),
    mode: p.enum(KEY_MODES).nativeEnumName('key_mode'),
    scopes: texts<Scope>(),
    expiresAt: timestamp().nullable(),
    revokedAt: timestamp().nullable(),
    lastUsedAt: timestamp().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
    /** The phones, sender IDs and addresses that the key is restricted to. Null: not restricted. */
    sessionIds: uuids().nullable(),
    senderIds: texts().nullable(),
    addresses: texts().nullable(),
    /** The key that this one replaces. */
    replaces: p.uuid().nullable(),
    ...createdBy(),
    /**
     * The IP address of the last call with the key itself. Calls with its access tokens may come from anybody's
     * browser.
     */
    lastUsedFrom: p.text().nullable(),
  },
});
