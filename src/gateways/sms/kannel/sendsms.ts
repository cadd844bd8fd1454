import type { OutgoingSms, SubmitOutcome, SubmitResult } from '../../../domain/sms/gateway.js';
import { measureText } from '../../../domain/sms/segments.js';
import { type Exchange, isSuccess } from '../../wire/calls.js';
import { safeRawWords } from '../../wire/raw-words.js';
import { refusedAsWhole } from '../refusals.js';
import { dlrUrl } from './dlr-url.js';
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
