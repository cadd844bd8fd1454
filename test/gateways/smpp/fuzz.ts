import { setImmediate as turn } from 'node:timers/promises';
import { MalformedBody } from '../../../src/gateways/sms/smpp/fields.js';
import { smppOptions } from '../../../src/gateways/sms/smpp/options.js';
import { COMMAND, createFramer, encodePdu, type Pdu } from '../../../src/gateways/sms/smpp/pdu.js';
import { readDataSm, readDeliverSm, toReport } from '../../../src/gateways/sms/smpp/receipts.js';
import { encode, receipt, type SmppPeer } from './peer.js';

/** Numbers that look random and are the same in every run. */
function randomNumbers(seed: number): Below {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
}

const COMMANDS = [0x80000000, 1, 2, 4, 5, 6, 9, 0x15, 0x102, 0x103, 0x80000004, 0x80000005, 0x80000009, 0x80000015];
const WELL_FORMED = [
  encode('deliver_sm', receipt('7a', 'DELIVRD', 2)),
  encode('deliver_sm', { ...receipt('7b', 'UNDELIV', 5), data_coding: 8, network_error_code: Buffer.from([3, 0, 5]) }),
  encode('deliver_sm', { esm_class: 0x44, short_message: { udh: Buffer.from('0003010101', 'hex'), message: 'id:1' } }),
  encode('submit_sm_resp', { message_id: 'abcdef', sequence_number: 1 }),
  encode('enquire_link', { sequence_number: 2 }),
  encode('generic_nack', { sequence_number: 3, command_status: 3 }),
  encode('bind_transceiver_resp', { system_id: 'x', sequence_number: 4 }),
  encode('data_sm', { sequence_number: 5, message_payload: 'x'.repeat(300) }),
  encode('data_sm', { sequence_number: 6, esm_class: 4, message_payload: 'id:7a stat:DELIVRD err:000' }),
];

type Below = (limit: number) => number;

function randomPdu(below: Below): Buffer {
  const body = Buffer.from(Array.from({ length: below(200) }, () => below(256)));
  const command = below(8) === 0 ? below(0x100000000) : (COMMANDS[below(COMMANDS.length)] ?? 0);
  return encodePdu({ command, status: below(3) === 0 ? below(0x500) : 0, sequence: below(20), body });
}

/** Writes other octets, cuts some out, or adds some; the first four are the length. */
function change(pdu: Buffer, below: Below): Buffer {
  const at = 4 + below(pdu.length - 4);
  const [head, tail] = [pdu.subarray(0, at), pdu.subarray(at)];
  const octet = below(2) === 0 ? below(256) : ([0, 0x7f, 0x80, 0xff][below(4)] ?? 0);
  const kind = below(4);
  if (kind === 0 && pdu.length > 24) return Buffer.concat([head, tail.subarray(1 + below(8))]);
  if (kind === 1) return Buffer.concat([head, Buffer.alloc(below(9), octet), tail]);
  return Buffer.concat([head, Buffer.from([octet]), tail.subarray(1)]);
}

/** A PDU that is random from its header on, or a good one that was changed. */
function hostilePdu(below: Below, keepsLength: boolean): Buffer {
  let pdu: Buffer = below(4) === 0 ? randomPdu(below) : Buffer.from(WELL_FORMED[below(WELL_FORMED.length)] ?? []);
  for (let changes = below(6); changes > 0; changes--) pdu = change(pdu, below);
  if (pdu.length < 16) pdu = Buffer.concat([pdu, Buffer.alloc(16)]);
  if (keepsLength || below(10) > 0) pdu.writeUInt32BE(pdu.length, 0);
  // An unbind ends the connection as it should, and there would be nobody left to listen.
  if (keepsLength && pdu.readUInt32BE(4) === 6) pdu.writeUInt32BE(5, 4);
  return pdu;
}

/** Cuts and reads so many hostile PDUs; answers how many were understood. Throws what the parser must not throw. */
export function fuzzParser(count: number, seed: number): { framed: number; reports: number } {
  const below = randomNumbers(seed);
  const options = smppOptions.parse({ host: 'a', system_id: 'b', password: 'c', receipt_ids: 'decimal_to_hex' });
  let frame = createFramer();
  let framed = 0;
  let reports = 0;
  for (let i = 0; i < count; i++) {
    const octets = hostilePdu(below, false);
    const cut = below(octets.length);
    for (const chunk of [octets.subarray(0, cut), octets.subarray(cut)]) {
      const { pdus, isBroken } = frame(chunk);
      framed += pdus.length;
      for (const pdu of pdus) reports += readTolerantly(pdu, options) ? 1 : 0;
      if (isBroken) frame = createFramer();
    }
  }
  return { framed, reports };
}

function readTolerantly({ command, body }: Pdu, options: Parameters<typeof toReport>[1]): boolean {
  const read = command === COMMAND.dataSm ? readDataSm : readDeliverSm;
  try {
    return toReport(read(body), options) !== null;
  } catch (error) {
    if (error instanceof MalformedBody) return false;
    throw error;
  }
}

/** Sends so many to whoever is bound to the peer, on as many connections as that takes. */
export async function fuzzLink(peer: SmppPeer, count: number, seed: number): Promise<void> {
  const below = randomNumbers(seed);
  for (let sent = 0; sent < count; ) {
    const socket = peer.connections().at(-1)?.socket;
    if (socket?.writable) {
      // Most rounds keep the connection; some end it with a length that cannot be.
      const isLast = below(200) === 0;
      for (let burst = 0; burst < 100 && sent < count; burst++, sent++) socket.write(hostilePdu(below, !isLast));
      if (isLast) socket.write(Buffer.from('ffffffff00000005', 'hex'));
      if (socket.writableNeedDrain) await Promise.race([drained(socket), turn()]);
    }
    await turn();
  }
}

function drained(socket: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => void socket.once('drain', resolve).once('close', resolve));
}
