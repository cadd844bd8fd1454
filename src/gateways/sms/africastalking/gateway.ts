import type { z } from 'zod';
import type { OutgoingSms, SmsGateway, SubmitResult } from '../../../domain/sms/gateway.js';
import { createCalls, type Exchange } from '../../wire/calls.js';
import { checkCredit, creditIn } from '../../wire/checks.js';
import { safeRawWords } from '../../wire/raw-words.js';
import { entriesBy, refusedAsWhole } from '../results.js';
import type { AfricasTalkingOptions } from './options.js';
import {
  answerWire,
  balanceWire,
  groupMessages,
  outcomeOfName,
  outcomeOfStatus,
  parseCallback,
  recipientWire,
  sendRequest,
} from './wire.js';

/**
 * Bulk SMS of Africa's Talking. The API takes no reference of ours and cannot look up a message, so an attempt whose
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
      return creditIn(await askForAccount(signal), balanceWire);
    },

    async check(signal) {
      return checkCredit(await askForAccount(signal), balanceWire);
    },

    parseReport(request) {
      return parseCallback(options, request);
    },

    stop: calls.stop,
  };
}

function submitResults(messages: readonly OutgoingSms[], exchanged: Exchange): SubmitResult[] {
  const answer = exchanged.kind === 'answered' ? answerWire.safeParse(exchanged.body).data?.SMSMessageData : undefined;
  // The body counts, not the HTTP status: do-not-disturb numbers come with status 409.
  if (answer && answer.Recipients.length > 0) {
    return messages.map(resultIn(entriesBy(({ number }) => number, recipientWire, answer.Recipients)));
  }
  const named = answer && outcomeOfName(answer.Message);
  if (named) {
    return messages.map((message) => ({
      reference: message.reference,
      outcome: named,
      ...safeRawWords(message, undefined, answer.Message),
    }));
  }
  const whole = refusedAsWhole(messages, exchanged);
  if (whole) return whole;
  return messages.map((message) => unanswered(message, answer?.Message));
}

type Recipient = z.output<typeof recipientWire>;

function resultIn(recipients: ReadonlyMap<string, Recipient | null>): (message: OutgoingSms) => SubmitResult {
  return (message) => {
    const recipient = recipients.get(message.to);
    if (!recipient) return unanswered(message);
    const { statusCode, status, messageId } = recipient;
    return {
      reference: message.reference,
      outcome: outcomeOfStatus(statusCode),
      ...(messageId === undefined ? {} : { providerId: messageId }),
      ...safeRawWords(message, String(statusCode), status),
    };
  };
}

/** The answer leaves the recipient out, so the message may have been sent. */
function unanswered(message: OutgoingSms, words?: string): SubmitResult {
  return { reference: message.reference, outcome: { kind: 'unknown' }, ...safeRawWords(message, 'NO_RESULT', words) };
}
