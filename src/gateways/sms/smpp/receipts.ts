import type { GatewayReport } from '../../../domain/sms/gateway.js';
import { decodeText } from '../../../domain/sms/inbound/long-texts/alphabets.js';
import { findReceiptState, receiptFields, receiptRawCode, reportOutcome } from '../smsc-codes.js';
import { ESM_CLASS, type FieldReader, parameterText, readFields, TAG } from './fields.js';
import type { SmppOptions } from './options.js';
import { EMPTY } from './pdu.js';
import { DATA_CODING } from './text-coding.js';

export interface Delivery {
  readonly from: string;
  readonly to: string;
  readonly esmClass: number;
  readonly dataCoding: number;
  /** The text with its header, if it has one. */
  readonly octets: Buffer;
  readonly parameters: ReadonlyMap<number, Buffer>;
}

const RECEIPT = 0x04;
const INTERMEDIATE_NOTIFICATION = 0x20;

/** Throws `MalformedBody`. */
export function readDeliverSm(body: Buffer): Delivery {
  const fields = readFields(body);
  const addresses = readAddresses(fields);
  const esmClass = fields.octet();
  // protocol_id and priority_flag, then two times, then registered_delivery and replace_if_present_flag
  fields.octets(2);
  fields.cString();
  fields.cString();
  fields.octets(2);
  const dataCoding = fields.octet();
  fields.octet();
  const shortMessage = fields.octets(fields.octet());
  const parameters = fields.parameters();
  const octets = shortMessage.length > 0 ? shortMessage : payloadOf(parameters);
  return { ...addresses, esmClass, dataCoding, octets, parameters };
}

/** A data_sm has its text in the parameter message_payload. Throws `MalformedBody`. */
export function readDataSm(body: Buffer): Delivery {
  const fields = readFields(body);
  const addresses = readAddresses(fields);
  const esmClass = fields.octet();
  // registered_delivery
  fields.octet();
  const dataCoding = fields.octet();
  const parameters = fields.parameters();
  return { ...addresses, esmClass, dataCoding, octets: payloadOf(parameters), parameters };
}

const payloadOf = (parameters: Delivery['parameters']) => parameters.get(TAG.messagePayload) ?? EMPTY;

/** service_type and two addresses. */
function readAddresses(fields: FieldReader): Pick<Delivery, 'from' | 'to'> {
  fields.cString();
  const [from, to] = [readAddress(fields), readAddress(fields)];
  return { from, to };
}

/** Type and numbering plan, and the address. */
function readAddress(fields: FieldReader): string {
  fields.octets(2);
  return fields.cString();
}

/** The text without its user data header. */
export function withoutHeader({ esmClass, octets }: Delivery): Buffer {
  return esmClass & ESM_CLASS.udhIndicator && octets.length > 0 ? octets.subarray(1 + (octets[0] as number)) : octets;
}

/** Null for a message from a phone, and for a receipt without a message id or state. */
export function toReport(
  delivery: Delivery,
  { receiptIds, errorCodes }: Pick<SmppOptions, 'receiptIds' | 'errorCodes'>,
): GatewayReport | null {
  const { esmClass, dataCoding, parameters } = delivery;
  const type = esmClass & ESM_CLASS.messageType;
  const idParameter = parameters.get(TAG.receiptedMessageId);
  // A person can write "id:… stat:DELIVRD" on a phone; only an SMSC can set the parameter.
  if (type !== RECEIPT && type !== INTERMEDIATE_NOTIFICATION && !idParameter) return null;
  // Receipts are plain ASCII in every coding but UCS-2.
  const text = decodeText(withoutHeader(delivery), dataCoding === DATA_CODING.ucs2 ? 'ucs2' : 'latin1') ?? '';
  const fields = receiptFields(text);
  const providerId =
    (idParameter && normalId(parameterText(idParameter))) ?? (fields.id ? receiptTextId(fields.id, receiptIds) : null);
  const state = findReceiptState(parameters.get(TAG.messageState)?.[0], fields.state);
  if (!providerId || !state) return null;
  const err = fields.err ?? networkError(parameters.get(TAG.networkErrorCode));
  const outcome = reportOutcome(state, err, errorCodes.receiptErr);
  return {
    providerId,
    // After an intermediate notification the SMSC still tries, whatever state it names.
    outcome: type === INTERMEDIATE_NOTIFICATION ? { kind: 'sent' } : outcome,
    ...receiptRawCode(state, err),
  };
}

/** One octet for the type of network, two for its error code. */
function networkError(value: Buffer | undefined): string | undefined {
  return value?.length === 3 ? String(value.readUInt16BE(1)) : undefined;
}

type ReceiptIds = 'as_is' | 'hex_to_decimal' | 'decimal_to_hex';

/**
 * The form of an id that is stored and compared; null for a text that cannot be an id. SMSCs write one id in several
 * ways: Kannel drops leading zeros, others change the case.
 */
export function normalId(id: string): string | null {
  const trimmed = id.trim();
  if (!/^[\x21-\x7e]{1,100}$/.test(trimmed)) return null;
  return trimmed.toLowerCase().replace(/^0+(?=.)/, '');
}

/** The id of an answer, by that in a receipt's text: some SMSCs answer in hexadecimal and report in decimal. */
function receiptTextId(id: string, conversion: ReceiptIds): string | null {
  const plain = normalId(id);
  if (plain === null) return null;
  if (conversion === 'hex_to_decimal' && /^[0-9a-f]+$/.test(plain)) return BigInt(`0x${plain}`).toString(10);
  if (conversion === 'decimal_to_hex' && /^[0-9]+$/.test(plain)) return BigInt(plain).toString(16);
  return plain;
}
