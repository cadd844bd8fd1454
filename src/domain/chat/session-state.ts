import type { SessionState } from '../vocabulary.js';

/** States in which the phone is or may become connected. Only in these an engine that is silent changes the state. */
export const WATCHED_STATES = [
  'starting',
  'scan_qr',
  'connected',
  'stalled',
] as const satisfies readonly SessionState[];

/** Reasons that Postrider writes into the public history of a session. */
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
