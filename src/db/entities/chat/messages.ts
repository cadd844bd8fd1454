import { defineEntity, p } from '@mikro-orm/core';
import { CHAT_ERROR_CODES, CHAT_MESSAGE_TYPES, CHAT_PHASES, CHAT_STATUSES } from '../../../domain/vocabulary.js';
import { bytes, createdBy, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';
import { ofOrganisation } from '../people/organisations.js';

/** Without a foreign key to the session: a message stays on record when its phone is deleted. */
export const ChatMessage = defineEntity({
  name: 'ChatMessage',
  tableName: 'chat_messages',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    id: p.uuid().primary(),
    sessionId: p.uuid(),
    /** The engine that was asked to send it: for a test key the sandbox, not the engine of the session. */
    engine: p.text(),
    /** The id at the engine. Until the engine answers: the id that it was asked to use. */
    messageId: p.text(),
    recipient: p.text().nullable(),
    isGroup: p.boolean(),
    type: p.enum(CHAT_MESSAGE_TYPES).nativeEnumName('chat_message_type'),
    body: p.text().nullable(),
    url: p.text().nullable(),
    filename: p.text().nullable(),
    mimeType: p.text().nullable(),
    test: p.boolean(),
    status: p.enum(CHAT_STATUSES).nativeEnumName('chat_status').default('pending'),
    previousStatus: p.enum(CHAT_STATUSES).nativeEnumName('chat_status').nullable(),
    phase: p.enum(CHAT_PHASES).nativeEnumName('chat_phase').default('submitting'),
    error: p.enum(CHAT_ERROR_CODES).nativeEnumName('chat_error').nullable(),
    /** The engine's own words, for support. */
    providerReason: p.text().nullable(),
    /** In groups: how many participants have received it, and have read it. */
    deliveredCount: p.integer().default(0),
    readCount: p.integer().default(0),
    /** Counts the changes of the status; the first event has revision 1. */
    revision: p.integer().default(0),
    redactedAt: timestamp().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
    updatedAt: timestamp().defaultRaw('now()'),
    sentAt: timestamp().nullable(),
    deliveredAt: timestamp().nullable(),
    readAt: timestamp().nullable(),
    ...createdBy(),
  },
  indexes: [
    { name: 'chat_messages_message_id', properties: ['organisationId', 'messageId'] },
    { name: 'chat_messages_session', properties: ['organisationId', 'sessionId', 'id'] },
    { name: 'chat_messages_recipient', properties: ['organisationId', 'recipient', 'id'] },
    {
      name: 'chat_messages_unsettled',
      properties: ['organisationId', 'sessionId', 'createdAt'],
      where: `phase <> 'settled'::chat_phase`,
    },
  ],
});

export const ChatReceipt = defineEntity({
  name: 'ChatReceipt',
  tableName: 'chat_receipts',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    messageId: p.uuid().primary(),
    /** Keyed hash: the counts must tell participants apart, and never need their numbers. */
    participant: bytes().primary(),
    read: p.boolean(),
    wasRead: p.boolean().nullable(),
  },
});
