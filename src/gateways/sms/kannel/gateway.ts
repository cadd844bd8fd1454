import type { GatewayCheck, SmsGateway } from '../../../domain/sms/gateway.js';
import { createCalls, type Exchange, isSuccess } from '../../wire/calls.js';
import { failedCheck, UNREADABLE } from '../../wire/checks.js';
import type { KannelOptions } from './options.js';
import { parseCallback, sendsmsUrl, submitResult } from './wire.js';

/** Reports that say that a message got through somewhere: without them an attempt in doubt would wait in vain. */
const REPORTS_OF_SUCCESS = 1 | 8;

/** The smsbox of a Kannel (1.4.5 was tried). It takes one message a call and keeps no id that we could ask for. */
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
      return parseCallback(options.callbackSecret, request);
    },

    stop: calls.stop,
  };
}

/**
 * sendsms without a receiver. Kannel first asks who calls, then for a number to send to, and there it ends: there is
 * nothing that could be sent. Its pages of status know another password, and say nothing of this account.
 */
function checkUrl({ baseUrl, username, password }: KannelOptions): string {
  return `${baseUrl}/cgi-bin/sendsms?${new URLSearchParams({ username, password })}`;
}

const STOPPED_AT_THE_RECEIVER = /^(Missing|Empty) receiver/;

function checkIn(exchanged: Exchange): GatewayCheck {
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
