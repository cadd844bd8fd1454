import type { SmsGateway } from '../../../domain/sms/gateway.js';
import { failedCheck, UNREADABLE, worksWith } from '../../checks.js';
import { createCalls, type Exchange, isSuccess } from '../../wire/calls.js';
import { submitResults } from './answers.js';
import { parseCallback } from './callback.js';
import { groupMessages } from './groups.js';
import type { AfricasTalkingOptions } from './options.js';
import { balanceWire, sendRequest } from './wire.js';

/**
 * Bulk SMS of Africa's Talking. It takes no reference of ours and cannot be asked about a message, so an attempt whose
 * answer was lost stays in doubt.
 */
export function createAfricasTalkingGateway(name: string, options: AfricasTalkingOptions): SmsGateway {
  const { baseUrl, apiKey, username, maxConnections } = options;
  const calls = createCalls(maxConnections);

  function askForAccount(signal: AbortSignal): Promise<Exchange> {
    const url = `${baseUrl}/version1/user?${new URLSearchParams({ username })}`;
    return calls.call({ method: 'GET', url, headers: { apiKey }, signal });
  }

  return {
    name,
    capabilities: { idempotentReference: false, lookup: null, reportsCarryReference: false },

    async submit(messages, signal) {
      const results = groupMessages(messages).map(async (group) => {
        const { path, contentType, body } = sendRequest(options, group);
        const headers = { apiKey, 'content-type': contentType };
        const call = { method: 'POST', url: baseUrl + path, headers, body, signal, readsRefusals: true } as const;
        return submitResults(group.messages, await calls.call(call));
      });
      return (await Promise.all(results)).flat();
    },

    async balance(signal) {
      return creditIn(await askForAccount(signal));
    },

    async check(signal) {
      const exchanged = await askForAccount(signal);
      const failed = failedCheck(exchanged);
      const credit = creditIn(exchanged);
      return failed ?? (credit === null ? UNREADABLE : worksWith(credit));
    },

    parseReport(request) {
      return parseCallback(options, request);
    },

    stop: calls.stop,
  };
}

function creditIn(exchanged: Exchange): number | null {
  if (exchanged.kind !== 'answered' || !isSuccess(exchanged.status)) return null;
  return balanceWire.safeParse(exchanged.body).data ?? null;
}
