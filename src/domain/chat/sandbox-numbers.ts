/**
 * Phones of the demo sessions, which the sandbox recognises by number. They are in the block of simulated outcomes
 * (1 202 555 01xx), in which the sandbox creates no other phones.
 */
export const DEMO_PHONES = {
  connected: '12025550140',
  /** The sandbox rejects every send through it. */
  rejecting: '12025550141',
  /** Never connects, however often it is started. */
  disconnected: '12025550142',
} as const;
