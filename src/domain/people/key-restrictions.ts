import type { Caller } from '../context.js';
import { type FieldError, fieldError } from '../errors.js';

/** What a key is limited to besides its scopes. Null: not limited in this. */
export interface KeyRestrictions {
  readonly sessionIds: readonly string[] | null;
  readonly senderIds: readonly string[] | null;
  /** Single addresses and networks that it may be used from. */
  readonly addresses: readonly string[] | null;
}

export function isRestricted({ sessionIds, senderIds, addresses }: KeyRestrictions): boolean {
  return sessionIds !== null || senderIds !== null || addresses !== null;
}

export function mayUsePhone({ sessionIds }: Pick<Caller, 'sessionIds'>, sessionId: string): boolean {
  return sessionIds === null || sessionIds.includes(sessionId);
}

/** Complaints about the sender of an SMS. Which ones the key has is told by the list of keys, to those who may see it. */
export function validateOwnSender(
  { senderIds }: Pick<Caller, 'senderIds'>,
  senderId: string | null | undefined,
): FieldError[] {
  if (senderIds === null || (senderId != null && senderIds.includes(senderId))) return [];
  const message =
    senderId == null
      ? 'The API key is restricted to sender IDs: give one of them.'
      : 'The API key may not send as this sender.';
  return [fieldError('senderId', senderId == null ? 'required' : 'invalid', message)];
}
