import type { ChatErrorCode, ChatPhase, ChatStatus } from '../vocabulary.js';
import type { SendOutcome } from './engine.js';

/**
 * Acks only raise the rank of a status, so their order and repetition do not change the result. `delivered` outranks
 * `failed`, because a message may be delivered after the engine gave it up.
 */
export const CHAT_RANK: Readonly<Record<ChatStatus, number>> = {
  pending: 0,
  sent: 1,
  failed: 2,
  delivered: 3,
  read: 4,
};

const ERROR_TEXTS: Readonly<Record<ChatErrorCode, string>> = {
  session_not_connected: 'The phone of the session was not connected. Nothing was sent.',
  provider_rejected: 'The chat-app provider rejected the message.',
  provider_unavailable: 'The chat-app provider could not be reached. Nothing was sent.',
  provider_timeout:
    'The chat-app provider did not answer, so it is unknown whether the message was sent. It is not sent again; if it ' +
    'was sent, its status follows with the first acknowledgement.',
  provider_failed: 'The chat-app provider took the message, and reported later that it could not be sent.',
};

/** Describes the error for humans. */
export function chatErrorText(error: ChatErrorCode | null): string | null {
  return error && ERROR_TEXTS[error];
}

/** The new state of a message after the engine's answer. */
export interface ChatSettlement {
  readonly status: Extract<ChatStatus, 'pending' | 'sent' | 'failed'>;
  readonly phase: Exclude<ChatPhase, 'submitting'>;
  readonly error: ChatErrorCode | null;
  /** The engine's id of the message, if it accepted the message. */
  readonly messageId: string | null;
  readonly reason: string | null;
}

const failed = (error: ChatErrorCode, reason: string | null = null): ChatSettlement => ({
  status: 'failed',
  phase: 'settled',
  error,
  messageId: null,
  reason,
});

export function judgeOutcome(outcome: SendOutcome): ChatSettlement {
  switch (outcome.kind) {
    case 'accepted':
      return { status: 'sent', phase: 'settled', error: null, messageId: outcome.messageId, reason: null };
    case 'not_connected':
      return failed('session_not_connected');
    case 'rejected':
      return failed('provider_rejected', outcome.reason ?? null);
    case 'not_sent':
      return failed('provider_unavailable');
    case 'unknown':
      return { status: 'pending', phase: 'in_doubt', error: 'provider_timeout', messageId: null, reason: null };
  }
}
