import { defineEntity, p } from '@mikro-orm/core';
import { CONVERSATION_CHANNELS, INBOUND_KINDS, KEYWORDS } from '../../../domain/vocabulary.js';
import { texts, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';

/** What people have sent to our numbers, and to the phones of sessions. */
export const InboundMessage = defineEntity({
  name: 'InboundMessage',
  tableName: 'inbound_messages',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    channel: p.enum(CONVERSATION_CHANNELS).nativeEnumName('conversation_channel').default('sms'),
    /** A number, a short code or a name; of a chat the party. */
    sender: p.text().nullable(),
    /** The number of the person, if we can write to it. In groups that of the participant. */
    mobile: p.text().nullable(),
    /** Null for a chat. */
    ownNumber: p.text().nullable(),
    /** Of a chat: the session, which may have been deleted since. */
    sessionId: p.uuid().nullable(),
    /** Of a group: who wrote the message. */
    participant: p.text().nullable(),
    /** The name of the gateway or engine. */
    gateway: p.text(),
    /** The gateway's id of the message; of a chat the session and the engine's id. */
    gatewayKey: p.text(),
    kind: p.enum(INBOUND_KINDS).nativeEnumName('inbound_kind').default('text'),
    /** Null for data that is no text, for media without a caption, and after redaction. */
    text: p.text().nullable(),
    /** Where the engine has the file; null if it has not downloaded it. */
    mediaUrl: p.text().nullable(),
    mediaType: p.text().nullable(),
    mediaName: p.text().nullable(),
    /** Our chat message that the person answers. */
    replyToChatId: p.uuid().nullable(),
    /** Null if an older program stored the message, or its sender was unknown. The row may be deleted. */
    conversationId: p.uuid().nullable(),
    keyword: p.enum(KEYWORDS).nativeEnumName('consent_wish').nullable(),
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
