import { defineEntity, p } from '@mikro-orm/core';
import { bytes, timestamp } from '../columns.js';

/** The queue of mails: a mail that was sent is deleted. */
export const Mail = defineEntity({
  name: 'Mail',
  tableName: 'mails',
  properties: {
    id: p.uuid().primary(),
    /**
     * Recipient and text, sealed with the secret key of the installation. Null: there is no such account, and the row
     * is written so that the call takes as long as for one.
     */
    content: bytes().nullable(),
    attempts: p.smallint().default(0),
    dueAt: timestamp().defaultRaw('now()'),
    /** Housekeeping deletes the mail then, sent or not. */
    expiresAt: timestamp(),
    createdAt: timestamp().defaultRaw('now()'),
  },
  indexes: [{ name: 'mails_due', properties: ['dueAt'] }],
});
