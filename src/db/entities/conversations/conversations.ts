import { defineEntity, p } from '@mikro-orm/core';
import { CONVERSATION_CHANNELS } from '../../../domain/vocabulary.js';
import { timestamp } from '../columns.js';
import { isolated } from '../isolation.js';

/** What a person and an own number or phone of the organisation write to each other. It has no text of its own. */
export const Conversation = defineEntity({
  name: 'Conversation',
  tableName: 'conversations',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    channel: p.enum(CONVERSATION_CHANNELS).nativeEnumName('conversation_channel'),
    /** The own number, or the id of the session. */
    ownAddress: p.text(),
    /** As the channel names the other side: a number, a short code, a name, or an id of a chat app. */
    party: p.text(),
    /** The number of the party, if it is known and can be written to. */
    mobile: p.text().nullable(),
    test: p.boolean(),
    /** How many messages came after `readUpTo`. */
    unread: p.integer(),
    lastInboundId: p.uuid(),
    /** When the party wrote last. */
    lastAt: timestamp(),
    /** The last message that was read. */
    readUpTo: p.uuid().nullable(),
    revision: p.integer(),
    createdAt: timestamp().defaultRaw('now()'),
  },
  uniques: [{ name: 'conversations_key', properties: ['organisationId', 'channel', 'ownAddress', 'party', 'test'] }],
  indexes: [
    { name: 'conversations_last', properties: ['organisationId', 'lastAt', 'id'] },
    { name: 'conversations_unread', properties: ['organisationId', 'lastAt', 'id'], where: 'unread > 0' },
    { name: 'conversations_mobile', properties: ['organisationId', 'mobile', 'lastAt', 'id'] },
  ],
});
