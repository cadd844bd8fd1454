import { z } from 'zod';
import { isSameSecret } from '../../../domain/secret-keys.js';
import type {
  CallbackRequest,
  OutgoingSms,
  ParsedCallback,
  ReportOutcome,
  SubmitOutcome,
} from '../../../domain/sms/gateway.js';
import { parseMobile } from '../../../domain/sms/phone-number.js';
import { safeRawCode } from '../../wire/raw-words.js';
import { rejected } from '../results.js';
import type { AfricasTalkingOptions } from './options.js';

/** What travels to and from Africa's Talking. Its answers have one form, whatever the endpoint and the HTTP status. */

const MAX_ID_LENGTH = 200;
/** The id of a message that Africa's Talking did not create. */
const NO_ID = 'None';

/** Messages for one call: they have one text and one sender, and no number occurs twice. */
interface Group {
  readonly text: string;
  readonly senderId: string | null;
  readonly messages: readonly OutgoingSms[];
}

/** The answer names recipients by number only, so a repetition of text, sender and number needs a call of its own. */
export function groupMessages(messages: readonly OutgoingSms[]): Group[] {
  const timesSeen = new Map<string, number>();
  const groups = Map.groupBy(messages, ({ senderId, text, to }) => {
    const what = JSON.stringify([senderId, text, to]);
    const repetition = timesSeen.get(what) ?? 0;
    timesSeen.set(what, repetition + 1);
    return JSON.stringify([senderId, text, repetition]);
  });
  return [...groups.values()].map((group) => {
    const { senderId, text } = group[0] as OutgoingSms;
    return { text, senderId, messages: group };
  });
}

interface SendRequest {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

export function sendRequest(options: AfricasTalkingOptions, group: Group): SendRequest {
  return options.endpoint === 'form' ? formRequest(options, group) : jsonRequest(options, group);
}

function formRequest({ username, enqueue }: AfricasTalkingOptions, { text, senderId, messages }: Group): SendRequest {
  const body = new URLSearchParams({
    username,
    to: messages.map(({ to }) => `+${to}`).join(),
    message: text,
    ...(senderId === null ? {} : { from: senderId }),
    bulkSMSMode: '1',
    enqueue: enqueue ? '1' : '0',
  });
  const contentType = 'application/x-www-form-urlencoded;charset=utf-8';
  return { path: '/version1/messaging', contentType, body: body.toString() };
}

function jsonRequest({ username, enqueue }: AfricasTalkingOptions, { text, senderId, messages }: Group): SendRequest {
  const body = {
    username,
    phoneNumbers: messages.map(({ to }) => `+${to}`),
    message: text,
    ...(senderId === null ? {} : { senderId }),
    // On by default, according to their documents.
    ...(enqueue ? {} : { enqueue: false }),
  };
  return { path: '/version1/messaging/bulk', contentType: 'application/json', body: JSON.stringify(body) };
}

export const answerWire = z.object({
  SMSMessageData: z.object({
    Message: z.string().catch(''),
    Recipients: z.array(z.unknown()).catch([]),
  }),
});

export const recipientWire = z.object({
  number: z.string().transform((number) => number.replace(/\D/g, '')),
  statusCode: z.union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number),
  ]),
  status: z.string().optional().catch(undefined),
  messageId: z
    .string()
    .min(1)
    .max(MAX_ID_LENGTH)
    .refine((id) => id !== NO_ID)
    .optional()
    .catch(undefined),
});

const user = z.object({ balance: z.string() });

/** "KES 1,785.50": in the account's currency. Their documents write the outer key either way. */
export const balanceWire = z
  .union([
    z.object({ UserData: user }).transform(({ UserData }) => UserData),
    z.object({ userData: user }).transform(({ userData }) => userData),
  ])
  .transform(({ balance }) => Number(/-?\d[\d,]*(?:\.\d+)?/.exec(balance)?.[0].replaceAll(',', '') ?? Number.NaN))
  .refine((balance) => !Number.isNaN(balance));

interface Status {
  readonly name: string;
  readonly outcome: SubmitOutcome;
}

/** By `statusCode` of a recipient. 100 is "processed" by them, not delivered to a handset. */
const STATUSES: ReadonlyMap<number, Status> = new Map([
  [100, { name: 'Processed', outcome: { kind: 'accepted' } }],
  [101, { name: 'Sent', outcome: { kind: 'accepted' } }],
  [102, { name: 'Queued', outcome: { kind: 'queued' } }],
  [401, { name: 'RiskHold', outcome: { kind: 'held' } }],
  [402, { name: 'InvalidSenderId', outcome: rejected(402) }],
  [403, { name: 'InvalidPhoneNumber', outcome: rejected(403) }],
  [404, { name: 'UnsupportedNumberType', outcome: rejected(404) }],
  [405, { name: 'InsufficientBalance', outcome: { kind: 'no_credit', scope: 'account' } }],
  [406, { name: 'UserInBlacklist', outcome: rejected(406) }],
  [407, { name: 'CouldNotRoute', outcome: rejected(407) }],
  [409, { name: 'DoNotDisturbRejection', outcome: rejected(409) }],
  [500, { name: 'InternalServerError', outcome: rejected(500) }],
  [501, { name: 'GatewayError', outcome: rejected(501) }],
  [502, { name: 'RejectedByGateway', outcome: rejected(502) }],
]);

const FIRST_FAILURE = 400;

export function outcomeOfStatus(statusCode: number): SubmitOutcome {
  return STATUSES.get(statusCode)?.outcome ?? rejected(500);
}

/** The failure that the answer names for the whole call ("InvalidSenderId"); null for any other words. */
export function outcomeOfName(words: string): SubmitOutcome | null {
  const name = lettersOf(words);
  for (const [statusCode, status] of STATUSES) {
    if (statusCode >= FIRST_FAILURE && status.name.toLowerCase() === name) return status.outcome;
  }
  return null;
}

const REFUSED_BY_NETWORK = 502;

/** By `status` of a delivery report. Networks also send Expired, which is not in their documents. */
const REPORTS: ReadonlyMap<string, ReportOutcome['kind']> = new Map([
  ['sent', 'sent'],
  ['submitted', 'sent'],
  ['buffered', 'sent'],
  ['success', 'delivered'],
  ['delivered', 'delivered'],
  ['failed', 'failed'],
  ['rejected', 'failed'],
  ['absentsubscriber', 'failed'],
  ['expired', 'failed'],
]);

/** By `failureReason`; any other counts as refused by the network. InsufficientCredit means the subscriber's credit. */
const FAILURE_REASONS: ReadonlyMap<string, number> = new Map([
  ['userinblacklist', 406],
  ['donotdisturbrejection', 409],
  ['userdoesnotexist', 403],
  ['usernotsubscribedtoproduct', 404],
  // The spelling of their documents.
  ['notnetworksubcriber', 407],
  ['notnetworksubscriber', 407],
  ['invalidlinkid', 501],
]);

/** Null for an unknown status. */
function reportOutcome(status: string, failureReason: string): ReportOutcome | null {
  const kind = REPORTS.get(lettersOf(status));
  if (kind !== 'failed') return kind === undefined ? null : { kind };
  return { kind, code: FAILURE_REASONS.get(lettersOf(failureReason)) ?? REFUSED_BY_NETWORK };
}

function lettersOf(words: string): string {
  return words.replace(/[^A-Za-z]/g, '').toLowerCase();
}

const NOTHING: ParsedCallback = { reports: [] };
/** Wider than our own rule: a message without a sender ID goes out under one of the account's. */
const SENDER_ID = /^\P{Cc}{1,50}$/u;

/** By the last segment of the callback's path. */
const READERS: ReadonlyMap<string, (form: URLSearchParams) => ParsedCallback> = new Map([
  ['delivery-reports', readReport],
  ['opt-outs', readOptOut],
  ['messages', readInbound],
]);

/**
 * Callbacks are not signed: the token in the path and the caller's address authenticate them. An authentic callback
 * without meaning is accepted, because Africa's Talking would repeat a refused one unchanged.
 */
export function parseCallback(
  { callbackToken, callbackAddresses }: Pick<AfricasTalkingOptions, 'callbackToken' | 'callbackAddresses'>,
  { method, path, remoteAddress, rawBody }: CallbackRequest,
): ParsedCallback | null {
  const [given = '', name = '', ...more] = path.split('/');
  const isAuthentic =
    method === 'POST' && isSameSecret(given, callbackToken) && callbackAddresses?.include(remoteAddress) !== false;
  const read = isAuthentic && more.length === 0 && READERS.get(name);
  return read ? read(new URLSearchParams(rawBody.toString('utf8'))) : null;
}

function readReport(form: URLSearchParams): ParsedCallback {
  const id = form.get('id') ?? '';
  const status = form.get('status') ?? '';
  const reason = form.get('failureReason') ?? '';
  const outcome = reportOutcome(status, reason);
  if (id === '' || id.length > MAX_ID_LENGTH || !outcome) return NOTHING;
  const rawCode = safeRawCode(reason === '' ? status : `${status} ${reason}`);
  return { reports: [{ providerId: id, outcome, ...rawCode }] };
}

function readOptOut(form: URLSearchParams): ParsedCallback {
  const mobile = parseMobile(form.get('phoneNumber') ?? '');
  const senderId = form.get('senderId') || null;
  if (!mobile.ok || (senderId !== null && !SENDER_ID.test(senderId))) return NOTHING;
  return { reports: [], optOuts: [{ mobile: mobile.digits, senderId }] };
}

/** What a person has sent to a short code of the account. Their documents show times with and without a zone. */
function readInbound(form: URLSearchParams): ParsedCallback {
  const id = form.get('id') ?? '';
  const from = form.get('from') ?? '';
  const to = form.get('to') ?? '';
  if (id === '' || from === '' || to === '') return NOTHING;
  const date = form.get('date') ?? '';
  const sentAt = new Date(/[Zz]$|[+-]\d\d:?\d\d$/.test(date) ? date : `${date.replace(' ', 'T')}Z`);
  const time = Number.isNaN(sentAt.getTime()) ? {} : { sentAt: sentAt.toISOString() };
  return { reports: [], messages: [{ key: id, from, to, text: form.get('text') ?? '', ...time }] };
}
