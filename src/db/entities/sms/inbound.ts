import { defineEntity, p } from '@mikro-orm/core';
import { CONSENT_WISHES } from '../../../domain/vocabulary.js';
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
    /** Null if an older program stored the message, or its sender was unknown. The row may be deleted. */
    conversationId: p.uuid().nullable(),
    keyword: p.enum(CONSENT_WISHES).nativeEnumName('consent_wish').nullable(),
    /** The text is not whole. */
    incomplete: p.boolean().default(false),
    test: p.boolean(),
    sentAt: timestamp().nullable(),
    receivedAt: timestamp(),
    redactedAt: timestamp().nullable(),
  },
  uniques: [{ name: 'inbound_messages_key', properties: ['organisationId', 'gateway', 'gatewayKey', 'sender'] }],
  indexes: [
    { name: 'inbound_messages_mobile', properties: ['organisationId', 'mobile', 'id'] },
    { name: 'inbound_messages_conversation', properties: ['organisationId', 'conversationId', 'id'] },
  ],
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
    startWords: texts().defaultRaw(`'{}'`),
    helpWords: texts().defaultRaw(`'{}'`),
    answersStop: p.boolean().default(true),
    answersStart: p.boolean().default(true),
    answersHelp: p.boolean().default(true),
    /** Null: the text of this version of the program. */
    stopText: p.text().nullable(),
    startText: p.text().nullable(),
    helpText: p.text().nullable(),
  },
});
