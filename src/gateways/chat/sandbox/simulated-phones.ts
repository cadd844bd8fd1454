import { createHash } from 'node:crypto';
import type { EngineGroup, EngineSession, SessionFacts } from '../../../domain/chat/engine.js';
import { DEMO_PHONES } from '../../../domain/chat/sandbox-numbers.js';
import { SANDBOX_BLOCK } from '../../sandboxes.js';

/** Pure functions of their arguments: the sandbox has no state, yet always gives the same answers. */

/** 1 202 555 01xx is reserved for recipients that choose an outcome and for the demo phones. */
const FIRST_PHONE = 200;
const PHONES = 10_000 - FIRST_PHONE;

/** The largest has as many participants as the chat app allows. */
const GROUPS = [
  { name: 'Family', participantCount: 5 },
  { name: 'Office', participantCount: 18 },
  { name: 'Sunday football', participantCount: 23 },
  { name: 'Neighbourhood', participantCount: 1_024 },
] as const;

const REPORTED_PARTICIPANTS = 3;

/** Without 0, O, 1 and I, which people confuse when they type a code. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';

export function phoneNumberOf(sessionId: string): string {
  const number = FIRST_PHONE + (Number(digitsFrom(`phone ${sessionId}`, 12)) % PHONES);
  return SANDBOX_BLOCK + String(number).padStart(4, '0');
}

export function groupsOf(sessionId: string): EngineGroup[] {
  return GROUPS.map((group) => ({ chatId: `120363${digitsFrom(`${group.name} ${sessionId}`, 12)}@g.us`, ...group }));
}

/** Some of a group's participants, by hidden ids (`@lid`), which chat apps use in groups instead of numbers. */
export function participantsOf(groupId: string): string[] {
  return Array.from({ length: REPORTED_PARTICIPANTS }, (_, index) => `${digitsFrom(`${index} in ${groupId}`, 15)}@lid`);
}

export function pairingCodeOf(sessionId: string, phoneNumber: string): string {
  const bytes = [...hash(`code ${sessionId} ${phoneNumber}`)];
  const pick = (from: string, start: number) =>
    bytes
      .slice(start, start + 4)
      .map((byte) => from[byte % from.length])
      .join('');
  return `${pick(LETTERS, 0)}-${pick(DIGITS, 4)}`;
}

function digitsFrom(seed: string, length: number): string {
  return hash(seed).readBigUInt64BE().toString().padStart(length, '0').slice(-length);
}

function hash(seed: string): Buffer {
  return createHash('sha256').update(seed).digest();
}

/** A session with a known phone number is linked to that phone. */
export function factsWhenStarted(phoneNumber: string | null): SessionFacts {
  if (phoneNumber === null) return { state: 'scan_qr' };
  if (phoneNumber === DEMO_PHONES.disconnected) {
    return { state: 'disconnected', phoneNumber, reason: 'kept_disconnected' };
  }
  return { state: 'connected', phoneNumber };
}

/** Confirms the state that the caller knows, except that the phones of the sandbox never stall or disconnect. */
export function factsOf({ state, phoneNumber }: EngineSession): SessionFacts {
  if (state === 'stopped' || state === 'scan_qr') return { state };
  const facts = factsWhenStarted(phoneNumber);
  if (facts.state === 'disconnected') return facts;
  if (state === 'failed') return { state };
  // Test keys use sessions of other engines with this one, and such a session may be connected without a known number.
  return phoneNumber === null && (state === 'connected' || state === 'stalled') ? { state: 'connected' } : facts;
}

export function canSend({ state, phoneNumber }: EngineSession): boolean {
  return (state === 'connected' || state === 'stalled') && phoneNumber !== DEMO_PHONES.disconnected;
}
