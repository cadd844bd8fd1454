import type { SessionState } from '../vocabulary.js';

/** States in which the phone is, or may be any moment, with the engine: only then its silence is news. */
export const WATCHED_STATES = [
  'starting',
  'scan_qr',
  'connected',
  'stalled',
] as const satisfies readonly SessionState[];

/** Reasons of ours, as the history of a session shows them. */
export const REASONS = {
  created: 'Created.',
  asked: 'Asked for by the organisation.',
  loggedOut: 'Logged out by the organisation.',
  engineSilent: 'The engine does not answer.',
  engineForgot: 'The engine does not know this session: start it again.',
  engineRefused: 'The engine says that the phone is not connected.',
  acksMissing: 'Messages are taken, but no acknowledgement comes: the connection of the phone hangs. Restart it.',
  acksAgain: 'Acknowledgements come again.',
} as const;
