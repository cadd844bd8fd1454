import { createHmac } from 'node:crypto';
import type {
  CallbackRequest,
  GatewayReport,
  OutgoingSms,
  ParsedCallback,
  SubmitOutcome,
  SubmitResult,
} from '../../../domain/sms/gateway.js';
import { measureText } from '../../../domain/sms/segments.js';
import { isSameSecret } from '../../wire/callbacks.js';
import { type Exchange, isSuccess } from '../../wire/calls.js';
import { safeRawCode, safeRawWords } from '../../wire/raw-words.js';
import { refusedAsWhole } from '../refusals.js';
import { findReceiptState, receiptRawCode, reportOutcome, statusName, submitOutcome } from '../smsc-codes.js';
import type { KannelOptions } from './options.js';

const TEMPORAL_FAILURE_RETRY_MS = 5_000;

const CODING = { gsm7: '0', ucs2: '2' } as const;

interface Answer {
  readonly isSuccess: boolean;
  readonly start: string;
  readonly outcome: SubmitOutcome;
}

/** Kannel tells its reasons only in words; its statuses are shared by reasons of ours, of the number, of the network. */
const ANSWERS: readonly Answer[] = [
  { isSuccess: true, start: '0:', outcome: { kind: 'accepted' } },
  // The way to the centre is down.
  { isSuccess: true, start: '3:', outcome: { kind: 'queued' } },
  // With immediate-sendsms-reply it has not been routed yet.
  { isSuccess: true, start: 'Sent.', outcome: { kind: 'queued' } },
  { isSuccess: false, start: 'Authorization failed', outcome: { kind: 'rejected', code: 501 } },
  { isSuccess: false, start: 'Not routable', outcome: { kind: 'rejected', code: 407 } },
  { isSuccess: false, start: 'Sender missing', outcome: { kind: 'rejected', code: 402 } },
  { isSuccess: false, start: 'Missing receiver', outcome: { kind: 'rejected', code: 403 } },
  { isSuccess: false, start: 'Empty receiver', outcome: { kind: 'rejected', code: 403 } },
  { isSuccess: false, start: 'Number(s) has/have been denied', outcome: { kind: 'rejected', code: 404 } },
  // Its queue is full, or it is shutting down; it has not kept the message.
  {
    isSuccess: false,
    start: 'Temporal failure',
    outcome: { kind: 'throttled', retryAfterMs: TEMPORAL_FAILURE_RETRY_MS },
  },
];

/** Kannel reads parameters only from the query. */
export function sendsmsUrl(options: KannelOptions, { reference, to, text, senderId }: OutgoingSms): string {
  const { baseUrl, username, password, smsc, dlrMask, callbackUrl, callbackSecret, plusSign } = options;
  const query = new URLSearchParams({
    username,
    password,
    to: plusSign ? `+${to}` : to,
    text,
    charset: 'UTF-8',
    coding: CODING[measureText(text).encoding],
    ...(senderId === null ? {} : { from: senderId }),
    ...(smsc === undefined ? {} : { smsc }),
    ...(dlrMask === 0
      ? {}
      : { 'dlr-mask': String(dlrMask), 'dlr-url': dlrUrl(callbackUrl, callbackSecret, reference) }),
  });
  return `${baseUrl}/cgi-bin/sendsms?${query}`;
}

export function submitResult(message: OutgoingSms, exchanged: Exchange): SubmitResult {
  if (exchanged.kind === 'answered' && typeof exchanged.body === 'string') {
    const { status, body } = exchanged;
    const answer = ANSWERS.find((known) => known.isSuccess === isSuccess(status) && body.startsWith(known.start));
    if (answer) {
      const { reference } = message;
      return { reference, outcome: answer.outcome, ...safeRawWords(message, `HTTP ${status}`, body.trim()) };
    }
  }
  const { reference } = message;
  return refusedAsWhole([message], exchanged)?.[0] ?? { reference, outcome: { kind: 'unknown' }, rawCode: 'NO_RESULT' };
}

/**
 * Kannel names no message and signs nothing: all that it does is to call the address that came with the message. So
 * the address carries our reference, and a proof that we made it up.
 */

/** 128 bits. The whole address has to fit into 255 characters. */
const PROOF_LENGTH = 22;

/** `%d` and `%A` are filled in by Kannel: the kind of report, and the words of the centre. */
export function dlrUrl(callbackUrl: string, secret: string, reference: string): string {
  // Kannel would fill in whatever follows a single percent sign.
  return `${callbackUrl.replaceAll('%', '%%')}?r=${reference}&p=${proofOf(secret, reference)}&d=%d&a=%A`;
}

/** What Kannel filled in, when the address is one of ours. */
function readDlrUrl(
  secret: string,
  { query }: CallbackRequest,
): { reference: string; mask: string; answer: string } | null {
  const { r: reference = '', p: proof = '', d: mask = '', a: answer = '' } = query;
  return isSameSecret(proof, proofOf(secret, reference)) ? { reference, mask, answer } : null;
}

/** The secret of a gateway that was not given one. */
export function deriveCallbackSecret(secretKey: string, gateway: string): string {
  return createHmac('sha256', secretKey).update(`kannel callbacks ${gateway}`).digest('base64url');
}

function proofOf(secret: string, reference: string): string {
  return createHmac('sha256', secret).update(reference).digest('base64url').slice(0, PROOF_LENGTH);
}

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
