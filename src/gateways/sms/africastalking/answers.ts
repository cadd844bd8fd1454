import type { z } from 'zod';
import type { OutgoingSms, SubmitResult } from '../../../domain/sms/gateway.js';
import type { Exchange } from '../../wire/calls.js';
import { safeRawWords } from '../../wire/raw-words.js';
import { refusedAsWhole } from '../refusals.js';
import { outcomeOfName, outcomeOfStatus } from './codes.js';
import { answerWire, recipientWire } from './wire.js';

/** One result for every message of a call. */
export function submitResults(messages: readonly OutgoingSms[], exchanged: Exchange): SubmitResult[] {
  const answer = exchanged.kind === 'answered' ? answerWire.safeParse(exchanged.body).data?.SMSMessageData : undefined;
  // Numbers that must not be disturbed come with status 409: what stands in the body counts, not the status before it.
  if (answer && answer.Recipients.length > 0) return messages.map(resultIn(recipientsByNumber(answer.Recipients)));
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

/** Of a number that was left out nobody knows what became of its message. */
function unanswered(message: OutgoingSms, words?: string): SubmitResult {
  return { reference: message.reference, outcome: { kind: 'unknown' }, ...safeRawWords(message, 'NO_RESULT', words) };
}

/** A number that is answered twice has been contradicted and counts as not answered. */
function recipientsByNumber(entries: readonly unknown[]): Map<string, Recipient | null> {
  const recipients = new Map<string, Recipient | null>();
  for (const entry of entries) {
    const { data } = recipientWire.safeParse(entry);
    if (data) recipients.set(data.number, recipients.has(data.number) ? null : data);
  }
  return recipients;
}
