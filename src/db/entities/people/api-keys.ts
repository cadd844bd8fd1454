import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { KEY_MODES, type Scope } from '../../../domain/vocabulary.js';
import { bytes, instant, texts, uuids } from '../columns.js';
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
    hint: p.text(),
    mode: p.enum(KEY_MODES).nativeEnumName('key_mode'),
    scopes: texts<Scope>(),
    expiresAt: instant().strictNullable(),
    revokedAt: instant().strictNullable(),
    lastUsedAt: instant().strictNullable(),
    createdAt: instant().defaultRaw('now()'),
    /** The phones, sender IDs and addresses that the key is restricted to. Null: not restricted. */
    sessionIds: uuids().strictNullable(),
    senderIds: texts().strictNullable(),
    addresses: texts().strictNullable(),
    /** The key that this one replaces. */
    replaces: p.uuid().strictNullable(),
  },
});

export type ApiKey = InferEntity<typeof ApiKey>;
