import type { GatewayReport } from '../../../domain/sms/gateway.js';
import { decodeText } from '../../../domain/sms/inbound/long-texts/alphabets.js';
import { findReceiptState, receiptRawCode, reportOutcome } from '../smsc-codes.js';
import { ESM_CLASS, type FieldReader, parameterText, readFields, TAG } from './fields.js';
import { normalId, receiptTextId } from './message-ids.js';
import type { SmppOptions } from './options.js';
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
const NOTHING = Buffer.alloc(0);

/** SMSCs write the keys in any case and order, and `err` in letters too. */
const TEXT_ID = /\bid:\s*([^\s:]+)/i;
const TEXT_STATE = /\bstat:\s*([a-z]+)/i;
const TEXT_ERR = /\berr:\s*([^\s:]+)/i;

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

const payloadOf = (parameters: Delivery['parameters']) => parameters.get(TAG.messagePayload) ?? NOTHING;

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
  // Some SMSCs quote the message after "text:".
  const [fieldText = ''] = text.split(/\btext:/i, 1);
  const textId = TEXT_ID.exec(fieldText)?.[1];
  const providerId =
    (idParameter && normalId(parameterText(idParameter))) ?? (textId ? receiptTextId(textId, receiptIds) : null);
  const state = findReceiptState(parameters.get(TAG.messageState)?.[0], TEXT_STATE.exec(fieldText)?.[1]);
  if (!providerId || !state) return null;
  const err = TEXT_ERR.exec(fieldText)?.[1] ?? networkError(parameters.get(TAG.networkErrorCode));
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
