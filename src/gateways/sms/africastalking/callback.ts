import type { CallbackRequest, ParsedCallback } from '../../../domain/sms/gateway.js';
import { parseMobile } from '../../../domain/sms/phone-number.js';
import { safeRawCode } from '../../wire/raw-words.js';
import { isSameSecret } from '../../wire/same-secret.js';
import { reportOutcome } from './codes.js';
import type { AfricasTalkingOptions } from './options.js';

const MAX_ID_LENGTH = 200;
const NOTHING: ParsedCallback = { reports: [] };
/** Wider than our own rule: messages without a sender of ours go out under one of the account's. */
const SENDER_ID = /^\P{Cc}{1,50}$/u;

/** By the last part of the address. */
const READERS: ReadonlyMap<string, (form: URLSearchParams) => ParsedCallback> = new Map([
  ['delivery-reports', readReport],
  ['opt-outs', readOptOut],
]);

/** Nothing is signed. What is authentic but makes no sense is taken as well: it would not get better by repetition. */
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
