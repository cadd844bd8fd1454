import type { PhoneRowFragment } from '../../generated/documents.js';

const OFF: ReadonlySet<string> = new Set(['FAILED', 'DISCONNECTED', 'STALLED', 'SCAN_QR']);
/** These phones are not connected because a person wanted it so, or has not connected them yet. */
const WANTED: ReadonlySet<string> = new Set(['CREATED', 'REQUESTED']);

/** Whether the phone sends nothing until a person connects it. */
export const isOff = ({ state }: Pick<PhoneRowFragment, 'state'>): boolean => OFF.has(state);

/** Whether the phone is off although no person wanted that. The overview and the list of phones count these. */
export const isLost = (phone: Pick<PhoneRowFragment, 'state' | 'reasonCode'>): boolean =>
  isOff(phone) && !WANTED.has(phone.reasonCode ?? '');
