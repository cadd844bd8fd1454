import type { PhoneRowFragment, SessionReason } from '../../generated/documents.js';
import { catalogue } from '../../texts/catalogue.js';

const OFF: ReadonlySet<string> = new Set(['FAILED', 'DISCONNECTED', 'STALLED', 'SCAN_QR']);
/** These phones are not connected because a person wanted it so, or has not connected them yet. */
const WANTED: ReadonlySet<string> = new Set(['CREATED', 'REQUESTED']);

/** Whether the phone sends nothing until a person connects it. */
export const isOff = ({ state }: Pick<PhoneRowFragment, 'state'>): boolean => OFF.has(state);

/** Whether the phone is off although no person wanted that. The overview and the list of phones count these. */
export const isLost = (phone: Pick<PhoneRowFragment, 'state' | 'reasonCode'>): boolean =>
  isOff(phone) && !WANTED.has(phone.reasonCode ?? '');

const reasonWords: Readonly<Record<SessionReason, string>> = catalogue({
  en: {
    CREATED: 'It is new.',
    REQUESTED: 'Asked for by the organisation.',
    LOGGED_OUT: 'The phone was logged out.',
    ENGINE_SILENT: 'The chat engine does not answer.',
    START_REFUSED: 'The chat engine refused to start it.',
    SESSION_UNKNOWN: 'The chat engine does not know it any more. Start it again.',
    PHONE_NOT_CONNECTED: 'The chat engine says that the phone is gone.',
    PASSKEY_REQUIRED: 'The chat app asks for a passkey: give it in the dashboard of the engine.',
    PASSKEY_CONFIRMATION: 'The phone shows a code: confirm it in the dashboard of the engine.',
    NOT_SCANNED_OR_UNLINKED: 'No code was scanned in time, or the phone has unlinked this device.',
    STATE_UNKNOWN: 'The chat engine reports a state that this server does not know.',
    ACKS_MISSING: 'Messages are taken, but nothing comes back: the connection of the phone hangs.',
    ACKS_AGAIN: 'Its messages are acknowledged again.',
    KEPT_DISCONNECTED: 'The sandbox keeps this demo phone disconnected.',
  },
});

/** Changes that were stored long ago have only the server's words. */
export function reasonOf(phone: {
  readonly reason: string | null;
  readonly reasonCode: SessionReason | null;
}): string | null {
  return phone.reasonCode ? reasonWords[phone.reasonCode] : phone.reason;
}
