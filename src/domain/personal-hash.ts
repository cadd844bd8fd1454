import { createHmac } from 'node:crypto';

/** Identifies a phone number without storing it. Keyed, because a plain hash of every phone number can be computed. */
export function hashMobile(secretKey: string, mobile: string): Buffer {
  return createHmac('sha256', secretKey).update(`mobile ${mobile}`).digest();
}

/** Tells the participants of one group message apart without storing their phone numbers. Keyed for the same reason. */
export function hashParticipant(secretKey: string, messageId: string, participant: string): Buffer {
  return createHmac('sha256', secretKey).update(`participant ${messageId} ${participant}`).digest();
}
