import { createHmac } from 'node:crypto';

/**
 * Tells the participants of one group message apart, whom nobody has to know. Their numbers are few enough to try all,
 * so only the key keeps them secret.
 */
export function hashParticipant(secretKey: string, messageId: string, participant: string): Buffer {
  return createHmac('sha256', secretKey).update(`participant ${messageId} ${participant}`).digest();
}
