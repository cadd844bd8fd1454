import type { SessionState } from '../vocabulary.js';

/** States in which the phone is or may become connected. Only in these an engine that is silent changes the state. */
export const WATCHED_STATES = [
  'starting',
  'scan_qr',
  'connected',
  'stalled',
] as const satisfies readonly SessionState[];

/** Why a session is in its state: the stored words, with the sentence for people. */
export const SESSION_REASONS = {
  created: 'Created.',
  requested: 'Asked for by the organisation.',
  logged_out: 'Logged out by the organisation.',
  engine_silent: 'The engine does not answer.',
  start_refused: 'The engine refused to start the session.',
  session_unknown: 'The engine does not know this session: start it again.',
  phone_not_connected: 'The engine says that the phone is not connected.',
  passkey_required: 'The chat app asks for a passkey: give it in the dashboard of the engine.',
  passkey_confirmation: 'The phone shows a code: confirm it in the dashboard of the engine.',
  not_scanned_or_unlinked: 'No code was scanned in time, or the phone has unlinked this device. Start it again.',
  state_unknown: 'The engine calls its state by a name that this program does not know.',
  acks_missing: 'Messages are taken, but no acknowledgement comes: the connection of the phone hangs. Restart it.',
  acks_again: 'Acknowledgements come again.',
  kept_disconnected: 'The sandbox keeps this demo phone disconnected.',
} as const satisfies Readonly<Record<string, string>>;
export type SessionReason = keyof typeof SESSION_REASONS;

/** Null for sentences: until version 0.2 these were stored, not the words. */
export function sessionReason(stored: string | null): SessionReason | null {
  return stored !== null && stored in SESSION_REASONS ? (stored as SessionReason) : null;
}

/** The NOTIFY channel for ids of organisations of which a session has changed. */
export const SESSIONS_CHANNEL = 'postrider_sessions';
