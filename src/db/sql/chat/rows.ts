import type { RowOf } from '../../tables.js';

export const SESSION_COLUMN_NAMES = [
  'id',
  'name',
  'engine',
  'test',
  'state',
  'reason',
  'phone_number',
  'state_since',
  'revision',
  'confirmed_at',
  'groups_refreshed_at',
  'created_at',
  'updated_at',
] as const;

export type SessionRow = RowOf<'chat_sessions', (typeof SESSION_COLUMN_NAMES)[number]>;

export const SESSION_COLUMNS = SESSION_COLUMN_NAMES.join(', ');

export const CHAT_MESSAGE_COLUMN_NAMES = [
  'id',
  'session_id',
  'engine',
  'message_id',
  'recipient',
  'is_group',
  'type',
  'body',
  'url',
  'filename',
  'mime_type',
  'test',
  'status',
  'phase',
  'error',
  'provider_reason',
  'delivered_count',
  'read_count',
  'revision',
  'created_at',
  'updated_at',
  'sent_at',
  'delivered_at',
  'read_at',
] as const;

export type ChatMessageRow = RowOf<'chat_messages', (typeof CHAT_MESSAGE_COLUMN_NAMES)[number]>;

export const CHAT_MESSAGE_COLUMNS = CHAT_MESSAGE_COLUMN_NAMES.join(', ');
