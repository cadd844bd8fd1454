import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../domain/secret-keys.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import type {
  CallbackRequest,
  GatewayReport,
  OutgoingSms,
  ParsedCallback,
  SubmitOutcome,
  SubmitResult,
} from '../../../domain/sms/gateway.js';
import { measureText } from '../../../domain/sms/segments.js';
import { type Exchange, isSuccess } from '../../wire/calls.js';
import { safeRawCode, safeRawWords } from '../../wire/raw-words.js';
import { refusedAsWhole, rejected } from '../results.js';
import {
  CONCATENATED,
  CONCATENATED_WIDE,
  findReceiptState,
  receiptFields,
  receiptRawCode,
  reportOutcome,
  statusName,
  submitOutcome,
} from '../smsc-codes.js';
import type { KannelOptions } from './options.js';

const TEMPORAL_FAILURE_RETRY_MS = 5_000;

const CODING = { gsm7: '0', ucs2: '2' } as const;

interface Answer {
  readonly isSuccess: boolean;
  readonly start: string;
  readonly outcome: SubmitOutcome;
}

/**
 * Only the words tell the reason: Kannel gives the same HTTP status for faults of ours, of the number and of the
 * network.
 */
const ANSWERS: readonly Answer[] = [
  { isSuccess: true, start: '0:', outcome: { kind: 'accepted' } },
  // The connection to the SMSC is down.
  { isSuccess: true, start: '3:', outcome: { kind: 'queued' } },
  // With immediate-sendsms-reply: Kannel answers before it routes the message.
  { isSuccess: true, start: 'Sent.', outcome: { kind: 'queued' } },
  { isSuccess: false, start: 'Authorization failed', outcome: rejected(CODE_OF.GatewayError) },
  { isSuccess: false, start: 'Not routable', outcome: rejected(CODE_OF.CouldNotRoute) },
  { isSuccess: false, start: 'Sender missing', outcome: rejected(CODE_OF.InvalidSenderId) },
  { isSuccess: false, start: 'Missing receiver', outcome: rejected(CODE_OF.InvalidPhoneNumber) },
  { isSuccess: false, start: 'Empty receiver', outcome: rejected(CODE_OF.InvalidPhoneNumber) },
  { isSuccess: false, start: 'Number(s) has/have been denied', outcome: rejected(CODE_OF.UnsupportedNumberType) },
  // The queue is full or Kannel is shutting down; it did not keep the message.
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
 * Kannel reports by calling the URL that came with the message, and signs nothing. So this URL carries our reference
 * and a MAC of it, which proves that we issued the URL.
 */

/** 128 bits. The whole URL must fit into 255 characters. */
const PROOF_LENGTH = 22;

/** Kannel replaces `%d` by the kind of report and `%A` by the answer of the SMSC. */
export function dlrUrl(callbackUrl: string, secret: string, reference: string): string {
  // A single percent sign would be a placeholder.
  return `${callbackUrl.replaceAll('%', '%%')}?r=${reference}&p=${proofOf(secret, reference)}&d=%d&a=%A`;
}

type CallbackSecrets = Pick<KannelOptions, 'callbackSecret' | 'previousCallbackSecret'>;

/** What Kannel filled in; null if we did not issue the URL. */
function readDlrUrl(
  { callbackSecret, previousCallbackSecret }: CallbackSecrets,
  { query }: CallbackRequest,
): { reference: string; mask: string; answer: string } | null {
  const { r: reference = '', p: proof = '', d: mask = '', a: answer = '' } = query;
  const secrets = [callbackSecret, previousCallbackSecret].filter((secret) => secret !== undefined);
  const isOurs = secrets.some((secret) => isSameSecret(proof, proofOf(secret, reference)));
  return isOurs ? { reference, mask, answer } : null;
}

/** The default of `callback_secret`. */
export function deriveCallbackSecret(secretKey: string, gateway: string): string {
  return createHmac('sha256', secretKey).update(`kannel callbacks ${gateway}`).digest('base64url');
}

function proofOf(secret: string, reference: string): string {
  return createHmac('sha256', secret).update(reference).digest('base64url').slice(0, PROOF_LENGTH);
}

/** Bits of the kind of report. Several may be set: 34 is an expired message. */
const DELIVERED = 1;
const NOT_DELIVERED = 2 | 32;
const KEPT_BY_NETWORK = 4;
const TAKEN_BY_CENTRE = 8;
const REFUSED_BY_CENTRE = 16;

/** Words after `NACK/` that Kannel itself writes. All others come from the SMSC, and might quote the message. */
const CODES_OF_NACKS = new Map([
  ['no SMSC', 407],
  // The SMSC kept throttling Kannel, or kept failing.
  ['Retries Exceeded', 501],
  ['MALFORMED', 500],
  ['MALFORMED SMS', 500],
  ['REJECTED', 502],
  ['ERROR', 502],
  ['validity expired', 502],
]);

const REFUSED_BY_NETWORK = 502;

const NACK = /^NACK\/(?:0x([0-9a-f]{1,8})\/)?(.*)$/is;

type Reading = Pick<GatewayReport, 'outcome' | 'rawCode'>;

export function parseCallback(
  options: CallbackSecrets & Pick<KannelOptions, 'inboundToken'>,
  request: CallbackRequest,
): ParsedCallback | null {
  const [room, token, ...more] = request.path.split('/');
  if (room === 'inbound') return more.length === 0 ? readInbound(options.inboundToken, token, request) : null;
  const filledIn = request.method === 'GET' && readDlrUrl(options, request);
  if (!filledIn) return null;
  const { reference, mask, answer } = filledIn;
  const reading = /^\d{1,3}$/.test(mask) && read(Number(mask), answer);
  return { reports: reading ? [{ reference, ...reading }] : [] };
}

/** If several bits are set, the most final one counts. */
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

/** Kannel reports the state UNKNOWN as undelivered, but the SMSC only does not know it. */
function readReceipt(answer: string): Reading | null {
  const { state: word, err } = receiptFields(answer);
  const state = findReceiptState(undefined, word);
  if (!state || state.means === 'delivered') return null;
  return { outcome: reportOutcome(state, err, new Map()), ...receiptRawCode(state, err) };
}

/** What Kannel fills in for `%c` if the data is no text. */
const BINARY = '1';

/**
 * What the first element of a header is, which its second octet says. A header that is no UTF-8, as with every other
 * reference, comes as the URL has it.
 */
function firstElementOf(udh: string): number | undefined {
  const undecoded = /^%[0-9a-f]{2}%([0-9a-f]{2})/i.exec(udh)?.[1];
  return undecoded === undefined ? udh.codePointAt(1) : Number.parseInt(undecoded, 16);
}

/**
 * What a person has sent: `post-url`, or `get-url`, of a group `sms-service`, with the parameters that the manual
 * names. The body of a POST is the text.
 */
function readInbound(
  inboundToken: string | undefined,
  given: string | undefined,
  { method, query, headers, rawBody }: CallbackRequest,
): ParsedCallback | null {
  if (inboundToken === undefined || !isSameSecret(given ?? '', inboundToken)) return null;
  const { id = '', from = '', to = '', coding, udh = '' } = query;
  if (id === '' || from === '' || to === '') return null;
  const whole = method === 'POST' ? decodeText(rawBody, headers['content-type'] ?? '') : (query.text ?? '');
  const text = coding === BINARY ? null : whole;
  const element = firstElementOf(udh);
  const isPart = element === CONCATENATED || element === CONCATENATED_WIDE;
  return { reports: [], messages: [{ key: id, from, to, text, ...(isPart && { incomplete: true }) }] };
}

/** Kannel writes long alphabets as UTF-16. */
function decodeText(body: Buffer, contentType: string): string {
  return new TextDecoder(/utf-16be/i.test(contentType) ? 'utf-16be' : 'utf-8').decode(body);
}
