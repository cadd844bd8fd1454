import type { EngineSession, SessionFacts } from '../../../domain/chat/engine.js';
import { DEMO_PHONES } from '../../../domain/chat/sandbox-numbers.js';

const NEVER_CONNECTS = 'The sandbox keeps this demo phone disconnected.';

/** A session whose phone is known is linked to it. */
export function factsWhenStarted(phoneNumber: string | null): SessionFacts {
  if (phoneNumber === null) return { state: 'scan_qr' };
  if (phoneNumber === DEMO_PHONES.disconnected) return { state: 'disconnected', phoneNumber, reason: NEVER_CONNECTS };
  return { state: 'connected', phoneNumber };
}

/** Confirms what it is told, except that its phones neither stall nor get lost. */
export function factsOf({ state, phoneNumber }: EngineSession): SessionFacts {
  if (state === 'stopped' || state === 'scan_qr') return { state };
  const facts = factsWhenStarted(phoneNumber);
  if (facts.state === 'disconnected') return facts;
  if (state === 'failed') return { state };
  // Test keys use sessions of other engines here; one of those may be connected with its number unknown.
  return phoneNumber === null && (state === 'connected' || state === 'stalled') ? { state: 'connected' } : facts;
}

export function canSend({ state, phoneNumber }: EngineSession): boolean {
  return (state === 'connected' || state === 'stalled') && phoneNumber !== DEMO_PHONES.disconnected;
}
