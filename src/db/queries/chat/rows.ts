import type {
  ChatErrorCode,
  ChatMessageType,
  ChatPhase,
  ChatStatus,
  SessionState,
} from '../../../domain/vocabulary.js';

/** Rows of the chat channel as the queries answer them; timestamps are text, as in ../rows.ts. */
export interface SessionRow {
  readonly id: string;
  readonly name: string;
  readonly engine: string;
  readonly test: boolean;
  readonly state: SessionState;
  readonly reason: string | null;
  readonly phone_number: string | null;
  readonly state_since: string;
  readonly revision: number;
  readonly confirmed_at: string | null;
  readonly groups_refreshed_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export const SESSION_COLUMNS = `id, name, engine, test, state, reason, phone_number, state_since, revision, confirmed_at,
  groups_refreshed_at, created_at, updated_at`;

export interface ChatMessageRow {
  readonly id: string;
  readonly session_id: string;
  readonly engine: string;
  readonly message_id: string;
  readonly recipient: string | null;
  readonly is_group: boolean;
  readonly type: ChatMessageType;
  readonly body: string | null;
  readonly url: string | null;
  readonly filename: string | null;
  readonly mime_type: string | null;
  readonly test: boolean;
  readonly status: ChatStatus;
  readonly phase: ChatPhase;
  readonly error: ChatErrorCode | null;
  readonly provider_reason: string | null;
  readonly delivered_count: number;
  readonly read_count: number;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly sent_at: string | null;
  readonly delivered_at: string | null;
  readonly read_at: string | null;
}

export const CHAT_MESSAGE_COLUMNS = `id, session_id, engine, message_id, recipient, is_group, type, body, url, filename,
  mime_type, test, status, phase, error, provider_reason, delivered_count, read_count, revision, created_at, updated_at,
  sent_at, delivered_at, read_at`;
