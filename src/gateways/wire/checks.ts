import type { z } from 'zod';
import type { GatewayCheck } from '../../domain/sms/gateway.js';
import { type Exchange, isSuccess } from './calls.js';

/** By the code of the failure. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the host',
  ETIMEDOUT: 'the connection timed out',
  CONNECT_TIMEOUT: 'the connection timed out',
  TimeoutError: 'no answer in time',
  ABORTED: 'no answer in time',
  NO_ANSWER: 'no answer in time',
  ECONNRESET: 'the connection was closed without an answer',
  CLOSED: 'the connection was closed without an answer',
  CLOSED_BY_PEER: 'the connection was closed without an answer',
  ENOENT: 'the file with its certificates does not exist',
  EACCES: 'the file with its certificates cannot be read',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS at this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS at this port',
};

const CODES_OF_CERTIFICATES = /CERT|SIGNATURE|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)/;

export function unreachable(code: string): GatewayCheck {
  const words =
    FAULTS[code] ?? (CODES_OF_CERTIFICATES.test(code) ? 'its certificate is not trusted' : 'the call failed');
  return { kind: 'unreachable', reason: `${words} (${code})` };
}

/** The credit in the answer to a call; null if the call failed or the answer cannot be parsed. */
export function creditIn(exchanged: Exchange, creditWire: z.ZodType<number>): number | null {
  if (exchanged.kind !== 'answered' || !isSuccess(exchanged.status)) return null;
  return creditWire.safeParse(exchanged.body).data ?? null;
}

/** The check of a gateway that was asked for its credit. */
export function checkCredit(exchanged: Exchange, creditWire: z.ZodType<number>): GatewayCheck {
  const failed = failedCheck(exchanged);
  if (failed) return failed;
  const credit = creditIn(exchanged, creditWire);
  if (credit === null) return UNREADABLE;
  return credit > 0 ? { kind: 'works', credit } : { kind: 'no_credit', credit };
}

/** The result of a call that failed; null if the caller has to read the answer's body. */
export function failedCheck(exchanged: Exchange): GatewayCheck | null {
  if (exchanged.kind !== 'answered') return unreachable(exchanged.code);
  const { status } = exchanged;
  if (isSuccess(status)) return null;
  if (status === 401 || status === 403) return { kind: 'refused', reason: `it answers HTTP ${status}` };
  if (status === 429) return { kind: 'unreachable', reason: 'it limits the rate of calls (HTTP 429)' };
  if (status >= 500) return { kind: 'unreachable', reason: `it failed, or a proxy before it (HTTP ${status})` };
  if (status >= 300 && status < 400)
    return { kind: 'misunderstood', reason: `it redirects (HTTP ${status}): configure its new URL` };
  return { kind: 'misunderstood', reason: `it answers HTTP ${status}: check its URL` };
}

export const UNREADABLE: GatewayCheck = {
  kind: 'misunderstood',
  reason: 'its answer cannot be parsed: check its URL and its kind',
};
