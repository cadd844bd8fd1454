import { defineEntity, p } from '@mikro-orm/core';
import { SESSION_STATES } from '../../../domain/vocabulary.js';
import { keyOf, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';
import { ofOrganisation } from '../people/organisations.js';

export const ChatSession = defineEntity({
  name: 'ChatSession',
  tableName: 'chat_sessions',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    id: p.uuid().primary(),
    name: p.text(),
    engine: p.text(),
    test: p.boolean(),
    state: p.enum(SESSION_STATES).nativeEnumName('session_state'),
    /** The state before the last change, which tells whether the phone connected or disconnected. */
    previousState: p.enum(SESSION_STATES).nativeEnumName('session_state').nullable(),
    /** A word of SESSION_REASONS. Rows from before version 0.2 have its sentence. */
    reason: p.text().nullable(),
    phoneNumber: p.text().nullable(),
    /** How many codes the engine has shown since the session began to wait for a scan. */
    qrAttempt: p.integer().default(0),
    stateSince: timestamp().defaultRaw('now()'),
    /** Counts the changes of the state. */
    revision: p.integer().default(1),
    /** When the engine last reported this state, or an ack last showed it. */
    confirmedAt: timestamp().nullable(),
    /** The engine's time of its last report: an older report changes nothing. */
    reportedAt: timestamp().nullable(),
    /** When the oldest message was sent that no ack has followed. */
    unackedSince: timestamp().nullable(),
    groupsRefreshedAt: timestamp().nullable(),
    /** The process that writes the time may ask the engine for its groups; the others use the stored ones. */
    groupsClaimedAt: timestamp().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
    updatedAt: timestamp().defaultRaw('now()'),
  },
  indexes: [{ name: 'chat_sessions_id', properties: ['id'] }],
});

export const ChatSessionChange = defineEntity({
  name: 'ChatSessionChange',
  tableName: 'chat_session_changes',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    sessionId: p.uuid().primary(),
    revision: p.integer().primary(),
    state: p.enum(SESSION_STATES).nativeEnumName('session_state'),
    /** As in the session. */
    reason: p.text().nullable(),
    changedAt: timestamp().defaultRaw('now()'),
    session: keyOf(ChatSession, 'organisation_id', 'session_id').deleteRule('cascade'),
  },
});

export const ChatGroup = defineEntity({
  name: 'ChatGroup',
  tableName: 'chat_groups',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    sessionId: p.uuid().primary(),
    chatId: p.text().primary(),
    name: p.text(),
    participantCount: p.integer().nullable(),
    session: keyOf(ChatSession, 'organisation_id', 'session_id').deleteRule('cascade'),
  },
});

/** What the events of a deleted phone still need. */
export const DeletedChatSession = defineEntity({
  name: 'DeletedChatSession',
  tableName: 'deleted_chat_sessions',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    id: p.uuid().primary(),
    test: p.boolean(),
  },
  indexes: [{ name: 'deleted_chat_sessions_id', properties: ['id'] }],
});
