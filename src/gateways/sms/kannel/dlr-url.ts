import { createHmac } from 'node:crypto';
import type { CallbackRequest } from '../../../domain/sms/gateway.js';
import { isSameSecret } from '../../wire/same-secret.js';

/**
 * Kannel names no message and signs nothing: all that it does is to call the address that came with the message. So
 * the address carries our reference, and a proof that we made it up.
 */

/** 128 bits. The whole address has to fit into 255 characters. */
const PROOF_LENGTH = 22;

/** `%d` and `%A` are filled in by Kannel: the kind of report, and the words of the centre. */
export function dlrUrl(callbackUrl: string, secret: string, reference: string): string {
  // Kannel would fill in whatever follows a single percent sign.
  return `${callbackUrl.replaceAll('%', '%%')}?r=${reference}&p=${proofOf(secret, reference)}&d=%d&a=%A`;
}

/** What Kannel filled in, when the address is one of ours. */
export function readDlrUrl(
  secret: string,
  { query }: CallbackRequest,
): { reference: string; mask: string; answer: string } | null {
  const { r: reference = '', p: proof = '', d: mask = '', a: answer = '' } = query;
  return isSameSecret(proof, proofOf(secret, reference)) ? { reference, mask, answer } : null;
}

/** The secret of a gateway that was not given one. */
export function deriveCallbackSecret(secretKey: string, gateway: string): string {
  return createHmac('sha256', secretKey).update(`kannel callbacks ${gateway}`).digest('base64url');
}

function proofOf(secret: string, reference: string): string {
  return createHmac('sha256', secret).update(reference).digest('base64url').slice(0, PROOF_LENGTH);
}
