import type { GatewayCheck } from '../../domain/sms/gateway.js';
import { type Exchange, isSuccess } from './calls.js';

/** By the code of the failure; a code that is not here is told as it is. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'nobody knows the name of its host',
  EAI_AGAIN: 'the name of its host could not be looked up',
  ECONNREFUSED: 'nobody listens at its address',
  EHOSTUNREACH: 'no way leads to its address',
  ENETUNREACH: 'no way leads to its address',
  ETIMEDOUT: 'nobody answers at its address',
  CONNECT_TIMEOUT: 'nobody answers at its address',
  TimeoutError: 'there was no answer in time',
  ABORTED: 'there was no answer in time',
  NO_ANSWER: 'there was no answer in time',
  ECONNRESET: 'it hangs up without an answer',
  CLOSED: 'it hangs up without an answer',
  CLOSED_BY_PEER: 'it hangs up without an answer',
  ENOENT: 'the file with its certificates is not there',
  EACCES: 'the file with its certificates cannot be read',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS there',
};

const CODES_OF_CERTIFICATES = /CERT|SIGNATURE|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)/;

export function unreachable(code: string): GatewayCheck {
  const words = FAULTS[code] ?? (CODES_OF_CERTIFICATES.test(code) ? 'its certificate is not trusted' : 'it failed');
  return { kind: 'unreachable', reason: `${words} (${code})` };
}

export function worksWith(credit: number): GatewayCheck {
  return credit > 0 ? { kind: 'works', credit } : { kind: 'no_credit', credit };
}

/** What a call that was not answered with success tells; null when the answer has to be read. */
export function failedCheck(exchanged: Exchange): GatewayCheck | null {
  if (exchanged.kind !== 'answered') return unreachable(exchanged.code);
  const { status } = exchanged;
  if (isSuccess(status)) return null;
  if (status === 401 || status === 403) return { kind: 'refused', reason: `it answers HTTP ${status}` };
  if (status === 429) return { kind: 'unreachable', reason: 'it is asked too often at present (HTTP 429)' };
  if (status >= 500) return { kind: 'unreachable', reason: `it is in trouble, or somebody before it (HTTP ${status})` };
  if (status >= 300 && status < 400)
    return { kind: 'misunderstood', reason: `it has moved (HTTP ${status}): configure its new address` };
  return { kind: 'misunderstood', reason: `it answers HTTP ${status}: check its address` };
}

export const UNREADABLE: GatewayCheck = {
  kind: 'misunderstood',
  reason: 'its answer cannot be read: check its address and its kind',
};
