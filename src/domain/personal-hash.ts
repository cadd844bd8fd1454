import { createHmac } from 'node:crypto';

/** Recognises a number that nobody has to read. Numbers are few enough to try all, so only the key keeps them secret. */
export function hashMobile(secretKey: string, mobile: string): Buffer {
  return createHmac('sha256', secretKey).update(`mobile ${mobile}`).digest();
}

/**
 * Tells the participants of one group message apart, whom nobody has to know. Their numbers are few enough to try all,
 * so only the key keeps them secret.
 */
export function hashParticipant(secretKey: string, messageId: string, participant: string): Buffer {
  return createHmac('sha256', secretKey).update(`participant ${messageId} ${participant}`).digest();
}
