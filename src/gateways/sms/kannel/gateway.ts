import type { GatewayCheck, SmsGateway } from '../../../domain/sms/gateway.js';
import { createCalls, type Exchange, isSuccess } from '../../wire/calls.js';
import { failedCheck, UNREADABLE } from '../../wire/checks.js';
import type { KannelOptions } from './options.js';
import { parseCallback, sendsmsUrl, submitResult } from './wire.js';

/** Bits of `dlr_mask` for reports of success. Without them no report can resolve an attempt in doubt. */
const REPORTS_OF_SUCCESS = 1 | 8;

/** The smsbox of Kannel (tested with 1.4.5). It takes one message a call and has no way to look up a message. */
export function createKannelGateway(name: string, options: KannelOptions): SmsGateway {
  const calls = createCalls(options.maxConnections);
  return {
    name,
    capabilities: {
      idempotentReference: false,
      lookup: null,
      reportsCarryReference: (options.dlrMask & REPORTS_OF_SUCCESS) !== 0,
    },

    submit(messages, signal) {
      return Promise.all(
        messages.map(async (message) => {
          const url = sendsmsUrl(options, message);
          const call = { method: 'GET', url, headers: {}, signal, readsRefusals: true, answers: 'text' } as const;
          return submitResult(message, await calls.call(call));
        }),
      );
    },

    async check(signal) {
      const call = { method: 'GET', url: checkUrl(options), headers: {}, signal, readsRefusals: true } as const;
      return checkIn(await calls.call({ ...call, answers: 'text' }));
    },

    parseReport(request) {
      return parseCallback(options, request);
    },

    stop: calls.stop,
  };
}

/**
 * A sendsms call without a receiver: Kannel checks the credentials first and then refuses the call, so it sends
 * nothing. Its status pages have another password and do not check this account.
 */
function checkUrl({ baseUrl, username, password }: KannelOptions): string {
  return `${baseUrl}/cgi-bin/sendsms?${new URLSearchParams({ username, password })}`;
}

const STOPPED_AT_THE_RECEIVER = /^(Missing|Empty) receiver/;

function checkIn(exchanged: Exchange): GatewayCheck {
  const words = exchanged.kind === 'answered' && typeof exchanged.body === 'string' ? exchanged.body : '';
  if (STOPPED_AT_THE_RECEIVER.test(words)) {
    return { kind: 'works', credit: null, note: 'Kannel does not say whether its SMSC is connected' };
  }
  if (words.startsWith('Authorization failed')) {
    return {
      kind: 'refused',
      reason: 'username or password is wrong, or Kannel does not allow calls from this machine',
    };
  }
  // An smsbox never accepts a call without a receiver.
  if (exchanged.kind === 'answered' && isSuccess(exchanged.status)) return UNREADABLE;
  return failedCheck(exchanged) ?? UNREADABLE;
}
