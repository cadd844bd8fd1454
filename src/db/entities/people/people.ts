import { defineEntity, p } from '@mikro-orm/core';
import { CODE_PURPOSES } from '../../../domain/vocabulary.js';
import { bytes, idOf, timestamp } from '../columns.js';

export const Person = defineEntity({
  name: 'Person',
  tableName: 'people',
  properties: {
    id: p.uuid().primary(),
    /** In lower case. */
    email: p.text().unique(),
    name: p.text(),
    /** Null until the person has verified the address. */
    passwordHash: p.text().nullable(),
    verifiedAt: timestamp().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
    /** How often all export links of the person and all marks of their devices were invalidated. */
    revocations: p.integer().default(0),
  },
});

/** One live code per person and purpose: another one replaces it. */
export const OneTimeCode = defineEntity({
  name: 'OneTimeCode',
  tableName: 'one_time_codes',
  properties: {
    personId: idOf(Person, 'person_id').primary(),
    purpose: p.enum(CODE_PURPOSES).nativeEnumName('code_purpose').primary(),
    /** Keyed hashes: a reader of the database can use neither challenge nor code. */
    challengeHash: bytes(),
    codeHash: bytes(),
    tries: p.smallint().default(0),
    expiresAt: timestamp(),
    /** Given at sign-up. They become the person's when the code is used. */
    name: p.text().nullable(),
    passwordHash: p.text().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
  },
  indexes: [{ name: 'one_time_codes_challenge', properties: ['challengeHash'] }],
});

export const PersonSession = defineEntity({
  name: 'PersonSession',
  tableName: 'person_sessions',
  properties: {
    id: p.uuid().primary(),
    personId: idOf(Person, 'person_id'),
    /** Keyed hash of the token in the cookie. */
    tokenHash: bytes().unique(),
    createdAt: timestamp().defaultRaw('now()'),
    lastSeenAt: timestamp().defaultRaw('now()'),
    expiresAt: timestamp(),
    /** The IP address of the last use. */
    address: p.text().nullable(),
    /** What the browser that signed in calls itself. */
    userAgent: p.text().nullable(),
  },
  indexes: [{ name: 'person_sessions_person', properties: ['personId'] }],
});

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
