import { cString, ESM_CLASS } from './fields.js';
import type { Part } from './parts.js';

/** Type of number and numbering plan of an address. */
export interface AddressKind {
  readonly ton: number;
  readonly npi: number;
}

export interface SubmitSettings {
  readonly serviceType: string;
  readonly source: Partial<AddressKind>;
  readonly destination: Partial<AddressKind>;
}

/** Requests a receipt for each part. */
const REGISTERED_DELIVERY = 1;

const INTERNATIONAL: AddressKind = { ton: 1, npi: 1 };
const NETWORK_SPECIFIC: AddressKind = { ton: 3, npi: 0 };
const ALPHANUMERIC: AddressKind = { ton: 5, npi: 0 };
const UNKNOWN: AddressKind = { ton: 0, npi: 0 };

/** A longer number counts as international. */
const LONGEST_SHORT_CODE = 8;

/** The body of a submit_sm. */
export function submitSm(
  settings: SubmitSettings,
  { to, senderId }: { readonly to: string; readonly senderId: string | null },
  part: Part,
): Buffer {
  const source = { ...sourceKind(senderId), ...settings.source };
  const destination = { ...INTERNATIONAL, ...settings.destination };
  return Buffer.concat([
    cString(settings.serviceType),
    Buffer.from([source.ton, source.npi]),
    cString(source.ton === ALPHANUMERIC.ton ? (senderId ?? '') : withoutPlus(senderId ?? '')),
    Buffer.from([destination.ton, destination.npi]),
    cString(withoutPlus(to)),
    // esm_class, protocol_id, priority_flag
    Buffer.from([part.hasHeader ? ESM_CLASS.udhIndicator : 0, 0, 0]),
    // schedule_delivery_time, validity_period
    Buffer.from([0, 0]),
    // registered_delivery, replace_if_present_flag, data_coding, sm_default_msg_id, sm_length
    Buffer.from([REGISTERED_DELIVERY, 0, part.dataCoding, 0, part.shortMessage.length]),
    part.shortMessage,
    part.parameters,
  ]);
}

function sourceKind(senderId: string | null): AddressKind {
  if (senderId === null) return UNKNOWN;
  const digits = withoutPlus(senderId);
  if (!/^\d+$/.test(digits)) return ALPHANUMERIC;
  return digits.length <= LONGEST_SHORT_CODE ? NETWORK_SPECIFIC : INTERNATIONAL;
}

function withoutPlus(number: string): string {
  return number.startsWith('+') ? number.slice(1) : number;
}
