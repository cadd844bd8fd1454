import { z } from 'zod';
import type { SessionFacts } from '../../../domain/chat/engine.js';
import { phoneNumberOf } from './addresses.js';

type StateFacts = Pick<SessionFacts, 'state' | 'reason'>;

/** WAHA's states of a session. The passkeys belong to the pairing, which starts with a code to scan. */
const STATES = new Map<string, StateFacts>([
  ['STOPPED', { state: 'stopped' }],
  ['STARTING', { state: 'starting' }],
  ['SCAN_QR_CODE', { state: 'scan_qr' }],
  [
    'PASSKEY_REQUIRED',
    { state: 'scan_qr', reason: 'The chat app asks for a passkey: give it in the dashboard of WAHA.' },
  ],
  [
    'PASSKEY_CONFIRMATION_REQUIRED',
    { state: 'scan_qr', reason: 'The phone shows a code: confirm it in the dashboard of WAHA.' },
  ],
  ['WORKING', { state: 'connected' }],
  [
    'FAILED',
    { state: 'failed', reason: 'No code was scanned in time, or the phone has unlinked this device. Start it again.' },
  ],
]);

/** WAHA gets new states now and then, all of them on the way to WORKING; only that one may count as connected. */
const UNKNOWN_STATE: StateFacts = {
  state: 'starting',
  reason: 'WAHA calls its state by a name that this program does not know.',
};

/** Set while a phone is linked. */
export const meWire = z.object({ id: z.string() }).nullish().catch(null);

export function sessionFacts(status: string, me: z.output<typeof meWire>): SessionFacts {
  const phoneNumber = phoneNumberOf(me?.id ?? '');
  return { ...(STATES.get(status) ?? UNKNOWN_STATE), ...(phoneNumber === undefined ? {} : { phoneNumber }) };
}

export function isStateNamedIn(words: string): boolean {
  return words.split(/\W+/).some((word) => STATES.has(word));
}
