import { defineEntity, p } from '@mikro-orm/core';
import { SUPPRESSION_SOURCES } from '../../../domain/vocabulary.js';
import { bytes, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';
import { ofOrganisation } from '../people/organisations.js';

export const Suppression = defineEntity({
  name: 'Suppression',
  tableName: 'suppressions',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    id: p.uuid().primary(),
    mobile: p.text(),
    /** Empty: for every sender of the organisation. */
    senderId: p.text().default(''),
    deliveryCode: p.smallint(),
    source: p.enum(SUPPRESSION_SOURCES).nativeEnumName('suppression_source'),
    reason: p.text().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
    /** For test messages only. */
    test: p.boolean().default(false),
    /** For promotional messages only. */
    promotionalOnly: p.boolean().default(false),
  },
  uniques: [{ name: 'suppressions_number', properties: ['organisationId', 'mobile', 'senderId'] }],
});

/** Suppressions of numbers that the organisation has erased. */
export const ErasedSuppression = defineEntity({
  name: 'ErasedSuppression',
  tableName: 'erased_suppressions',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    /** Keyed hash: the program compares numbers with it, and never reads them. */
    mobileHash: bytes().primary(),
    /** Empty: for every sender of the organisation. */
    senderId: p.text().primary(),
    id: p.uuid(),
    deliveryCode: p.smallint(),
    source: p.enum(SUPPRESSION_SOURCES).nativeEnumName('suppression_source'),
    test: p.boolean(),
    createdAt: timestamp(),
    /** For promotional messages only. */
    promotionalOnly: p.boolean().default(false),
  },
});

/** Numbers that have opted out at a gateway, which does not say from whose messages. */
export const GatewayOptOut = defineEntity({
  name: 'GatewayOptOut',
  tableName: 'gateway_opt_outs',
  properties: {
    gateway: p.text().primary(),
    /** Keyed hash: the program compares numbers with it, and never reads them. */
    mobileHash: bytes().primary(),
    /** Empty: for every sender. */
    senderId: p.text().primary(),
    createdAt: timestamp().defaultRaw('now()'),
  },
});
