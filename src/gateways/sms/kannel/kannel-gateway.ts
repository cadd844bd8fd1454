import type { SmsGateway } from '../../../domain/sms/gateway.js';
import { createCalls } from '../../wire/calls.js';
import { checkIn, checkUrl } from './check.js';
import type { KannelOptions } from './options.js';
import { parseCallback } from './reports.js';
import { sendsmsUrl, submitResult } from './sendsms.js';

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
