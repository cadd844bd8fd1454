import type { CallbackRequest, GatewayReport, ParsedCallback } from '../../../domain/sms/gateway.js';
import { safeRawCode } from '../../wire/raw-words.js';
import { statusName, submitOutcome } from '../command-statuses.js';
import { findReceiptState, receiptRawCode, reportOutcome } from '../receipt-states.js';
import { readDlrUrl } from './dlr-url.js';

/** Bits of a report. Several may be set, as in 34 for a message that has expired. */
const DELIVERED = 1;
const NOT_DELIVERED = 2 | 32;
const KEPT_BY_NETWORK = 4;
const TAKEN_BY_CENTRE = 8;
const REFUSED_BY_CENTRE = 16;

/** Words behind `NACK/` that Kannel makes up itself. All others are the centre's, and might quote the message. */
const CODES_OF_NACKS = new Map([
  ['no SMSC', 407],
  // The centre went on saying that we are too fast, or that it has a fault.
  ['Retries Exceeded', 501],
  ['MALFORMED', 500],
  ['MALFORMED SMS', 500],
  ['REJECTED', 502],
  ['ERROR', 502],
  ['validity expired', 502],
]);

const REFUSED_BY_NETWORK = 502;

const NACK = /^NACK\/(?:0x([0-9a-f]{1,8})\/)?(.*)$/is;
const RECEIPT_STATE = /\bstat:\s*([a-z]+)/i;
const RECEIPT_ERR = /\berr:\s*([^\s:]+)/i;

type Reading = Pick<GatewayReport, 'outcome' | 'rawCode'>;

export function parseCallback(secret: string, request: CallbackRequest): ParsedCallback | null {
  const filledIn = request.method === 'GET' && readDlrUrl(secret, request);
  if (!filledIn) return null;
  const { reference, mask, answer } = filledIn;
  const reading = /^\d{1,3}$/.test(mask) && read(Number(mask), answer);
  return { reports: reading ? [{ reference, ...reading }] : [] };
}

/** The bit that says most counts. */
function read(mask: number, answer: string): Reading | null {
  if (mask & DELIVERED) return { outcome: { kind: 'delivered' } };
  if (mask & REFUSED_BY_CENTRE) return readNack(answer);
  if (mask & NOT_DELIVERED) return readReceipt(answer) ?? { outcome: { kind: 'failed', code: REFUSED_BY_NETWORK } };
  return mask & (KEPT_BY_NETWORK | TAKEN_BY_CENTRE) ? { outcome: { kind: 'sent' } } : null;
}

function readNack(answer: string): Reading {
  const [, status, words = answer] = NACK.exec(answer) ?? [];
  if (status !== undefined) return readCommandStatus(Number.parseInt(status, 16));
  const code = CODES_OF_NACKS.get(words);
  if (code === undefined) return { outcome: { kind: 'failed', code: REFUSED_BY_NETWORK }, rawCode: 'NACK' };
  return { outcome: { kind: 'failed', code }, rawCode: `NACK ${words}` };
}

function readCommandStatus(status: number): Reading {
  const outcome = submitOutcome(status, false, new Map(), () => 0);
  const code = outcome.kind === 'rejected' ? outcome.code : REFUSED_BY_NETWORK;
  return { outcome: { kind: 'failed', code }, ...safeRawCode(statusName(status)) };
}

/** Kannel calls UNKNOWN undelivered as well, where the centre only does not know. */
function readReceipt(answer: string): Reading | null {
  // Some centres quote our own text at the end of a receipt.
  const [fields = ''] = answer.split(/\btext:/i, 1);
  const state = findReceiptState(undefined, RECEIPT_STATE.exec(fields)?.[1]);
  if (!state || state.means === 'delivered') return null;
  const err = RECEIPT_ERR.exec(fields)?.[1];
  return { outcome: reportOutcome(state, err, new Map()), ...receiptRawCode(state, err) };
}
