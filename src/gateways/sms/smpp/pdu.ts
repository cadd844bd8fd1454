/** The frame of SMPP 3.4: 16 octets of length, command, status and sequence, then a body that the command explains. */

export const COMMAND = {
  genericNack: 0x80000000,
  bindReceiver: 0x00000001,
  bindTransmitter: 0x00000002,
  submitSm: 0x00000004,
  deliverSm: 0x00000005,
  unbind: 0x00000006,
  bindTransceiver: 0x00000009,
  outbind: 0x0000000b,
  enquireLink: 0x00000015,
  alertNotification: 0x00000102,
  dataSm: 0x00000103,
} as const;

/** Statuses of responses to the SMSC. */
export const STATUS = {
  ok: 0x00,
  invalidLength: 0x02,
  invalidCommand: 0x03,
  /** ESME_RX_T_APPN: the SMSC repeats the delivery later. */
  temporaryError: 0x64,
} as const;

/** A response has the command of its request with the highest bit set. */
export const RESPONSE = 0x80000000;

const HEADER_OCTETS = 16;
/** A message_payload of 65,535 octets and the other fields. */
export const MAX_PDU_OCTETS = 70_000;
const MAX_SEQUENCE = 0x7fffffff;

export interface Pdu {
  readonly command: number;
  readonly status: number;
  readonly sequence: number;
  readonly body: Buffer;
}

export const EMPTY = Buffer.alloc(0);

export function encodePdu({
  command,
  status = 0,
  sequence,
  body = EMPTY,
}: Partial<Pdu> & Pick<Pdu, 'command' | 'sequence'>) {
  const pdu = Buffer.allocUnsafe(HEADER_OCTETS + body.length);
  pdu.writeUInt32BE(pdu.length, 0);
  pdu.writeUInt32BE(command, 4);
  pdu.writeUInt32BE(status, 8);
  pdu.writeUInt32BE(sequence, 12);
  body.copy(pdu, HEADER_OCTETS);
  return pdu;
}

export function isResponse({ command }: Pick<Pdu, 'command'>): boolean {
  return command >= RESPONSE;
}

export function nextSequence(sequence: number): number {
  return sequence >= MAX_SEQUENCE ? 1 : sequence + 1;
}

export interface Frames {
  readonly pdus: Pdu[];
  /** An impossible length: the start of the next PDU is unknown. */
  readonly isBroken: boolean;
}

/** Cuts a stream of chunks into PDUs. */
export function createFramer(): (chunk: Buffer) => Frames {
  let chunks: Buffer[] = [];
  let held = 0;
  let needed = HEADER_OCTETS;

  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    // Joins chunks only when a PDU is complete: one that arrives in many chunks would be copied for each of them.
    if (held < needed) return { pdus: [], isBroken: false };
    const cut = cutPdus(chunks.length === 1 ? chunk : Buffer.concat(chunks, held));
    needed = cut.needed;
    held = cut.rest.length;
    chunks = held === 0 ? [] : [cut.rest];
    return cut;
  };
}

/** `needed`: the length of `rest` at which the next PDU is complete. */
function cutPdus(octets: Buffer): Frames & { readonly rest: Buffer; readonly needed: number } {
  const pdus: Pdu[] = [];
  let offset = 0;
  while (octets.length - offset >= HEADER_OCTETS) {
    const length = octets.readUInt32BE(offset);
    const isBroken = length < HEADER_OCTETS || length > MAX_PDU_OCTETS;
    const rest = octets.subarray(offset);
    if (isBroken || rest.length < length) return { pdus, isBroken, rest, needed: length };
    pdus.push(decodePdu(rest.subarray(0, length)));
    offset += length;
  }
  return { pdus, isBroken: false, rest: octets.subarray(offset), needed: HEADER_OCTETS };
}

function decodePdu(octets: Buffer): Pdu {
  return {
    command: octets.readUInt32BE(4),
    status: octets.readUInt32BE(8),
    sequence: octets.readUInt32BE(12),
    body: octets.subarray(HEADER_OCTETS),
  };
}
