import type { GatewayCheck } from '../../../domain/sms/gateway.js';
import { failedCheck, UNREADABLE } from '../../checks.js';
import { type Exchange, isSuccess } from '../../wire/calls.js';
import type { KannelOptions } from './options.js';

/**
 * sendsms without a receiver. Kannel first asks who calls, then for a number to send to, and there it ends: there is
 * nothing that could be sent. Its pages of status know another password, and say nothing of this account.
 */
export function checkUrl({ baseUrl, username, password }: KannelOptions): string {
  return `${baseUrl}/cgi-bin/sendsms?${new URLSearchParams({ username, password })}`;
}

const STOPPED_AT_THE_RECEIVER = /^(Missing|Empty) receiver/;

export function checkIn(exchanged: Exchange): GatewayCheck {
  const words = exchanged.kind === 'answered' && typeof exchanged.body === 'string' ? exchanged.body : '';
  if (STOPPED_AT_THE_RECEIVER.test(words)) {
    return { kind: 'works', credit: null, note: 'whether its centre is connected, it does not tell' };
  }
  if (words.startsWith('Authorization failed')) {
    return { kind: 'refused', reason: 'username or password are wrong, or calls from this machine are not allowed' };
  }
  // A success without a receiver is nothing that an smsbox says.
  if (exchanged.kind === 'answered' && isSuccess(exchanged.status)) return UNREADABLE;
  return failedCheck(exchanged) ?? UNREADABLE;
}
