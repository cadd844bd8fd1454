import { defineEntity, p } from '@mikro-orm/core';
import { CONSENT_WISHES } from '../../../domain/vocabulary.js';
import { timestamp } from '../columns.js';
import { isolated } from '../isolation.js';

/** What people have sent to our numbers. */
export const InboundMessage = defineEntity({
  name: 'InboundMessage',
  tableName: 'inbound_messages',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** A number, a short code or a name. */
    sender: p.text().nullable(),
    /** The sender, if we can write to it. */
    mobile: p.text().nullable(),
    ownNumber: p.text(),
    gateway: p.text(),
    /** The gateway's id of the message. */
    gatewayKey: p.text(),
    /** Null for data that is no text, and after redaction. */
    text: p.text().nullable(),
    keyword: p.enum(CONSENT_WISHES).nativeEnumName('consent_wish').nullable(),
    /** The text is not whole. */
    incomplete: p.boolean().default(false),
    test: p.boolean(),
    sentAt: timestamp().nullable(),
    receivedAt: timestamp(),
    redactedAt: timestamp().nullable(),
  },
  uniques: [{ name: 'inbound_messages_key', properties: ['organisationId', 'gateway', 'gatewayKey', 'sender'] }],
  indexes: [{ name: 'inbound_messages_mobile', properties: ['organisationId', 'mobile', 'id'] }],
});
