/**
 * The phones of the demo sessions; the sandbox knows them by these numbers. They lie in the part of its block that
 * belongs to outcomes (1 202 555 01xx), where it never puts the phone of anybody else.
 */
export const DEMO_PHONES = {
  connected: '12025550140',
  /** Every send through it is rejected. */
  rejecting: '12025550141',
  /** Never connects, however often it is started. */
  disconnected: '12025550142',
} as const;
