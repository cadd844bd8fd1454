import { defineEntity, p } from '@mikro-orm/core';
import { CONSENT_CHANGES, CONSENT_WISHES } from '../../../domain/vocabulary.js';
import { texts, timestamp } from '../columns.js';
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

/** What people have said of messages to them, as proof. */
export const ConsentEntry = defineEntity({
  name: 'ConsentEntry',
  tableName: 'consent_changes',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Null after its number was erased. */
    mobile: p.text().nullable(),
    change: p.enum(CONSENT_CHANGES).nativeEnumName('consent_change'),
    /** As the person wrote it, in capitals. */
    word: p.text(),
    ownNumber: p.text(),
    inboundId: p.uuid(),
    createdAt: timestamp().defaultRaw('now()'),
  },
  indexes: [{ name: 'consent_changes_mobile', properties: ['organisationId', 'mobile', 'id'] }],
});

/** The words and answers of an organisation that has changed them. */
export const KeywordSettings = defineEntity({
  name: 'KeywordSettings',
  tableName: 'keyword_settings',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    /** Beside the built-in words, in capitals. */
    stopWords: texts().defaultRaw(`'{}'`),
    stopAnswered: p.boolean().default(true),
    /** The answer; null: the default of this version of the program. */
    stopText: p.text().nullable(),
    startWords: texts().defaultRaw(`'{}'`),
    startAnswered: p.boolean().default(true),
    startText: p.text().nullable(),
    helpWords: texts().defaultRaw(`'{}'`),
    helpAnswered: p.boolean().default(true),
    helpText: p.text().nullable(),
  },
});
