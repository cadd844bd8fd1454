import { insertMessage, insertMessageAtOnce, type NewMessage } from '../db/queries/insert-message.js';
import type { MessageRow } from '../db/queries/rows.js';
import { inOrganisation } from '../db/transaction.js';
import type { Context } from '../domain/context.js';
import { fieldError, invalidInput } from '../domain/errors.js';
import { validateOwnSender } from '../domain/key-restrictions.js';
import { routerFor } from '../domain/routing.js';
import { parseMobile } from '../domain/sms/phone-number.js';
import { measureText } from '../domain/sms/segments.js';
import { type SendOptions, validateOptions, validateSchedule, validateText } from '../domain/sms/validate.js';
import { faultPoint } from '../lib/fault-points.js';
import { newId } from '../lib/ids.js';
import { once, type Replayable } from './once.js';
import { requireApprovedFor } from './senders/enforce-sender-id.js';

export interface SendSmsInput extends SendOptions {
  readonly to: string;
  /** Send again when it is unknown whether the gateway has the message; for one-time codes. */
  readonly atLeastOnce?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

/** Accepts one SMS. It leaves with the next free worker, or at its scheduled time. */
export async function sendSms(context: Context, input: SendSmsInput): Promise<Replayable<MessageRow>> {
  const mobile = parseMobile(input.to);
  const errors = [...validateText('message', input.message), ...validateOptions(input)];
  errors.push(...validateOwnSender(context.caller, input.senderId));
  if (!mobile.ok) errors.unshift(fieldError('to', mobile.reason, mobile.message));
  if (errors.length > 0 || !mobile.ok) throw invalidInput(errors);

  const { organisationId, mode, enforcesSenderIds } = context.caller;
  const test = mode === 'test';
  const senderId = input.senderId ?? null;
  const id = newId();
  const gateway = routerFor(context.routing, { organisationId, senderId, test }).firstFor(mobile.digits, id);
  const newMessage = (): NewMessage => {
    const tooLate = validateSchedule(input.scheduledAt, new Date());
    if (tooLate.length > 0) throw invalidInput(tooLate);
    return {
      id,
      dueId: newId(),
      mobile: mobile.digits,
      body: input.message,
      senderId,
      reference: input.reference || null,
      metadata: input.metadata ?? null,
      ...measureText(input.message),
      test,
      atLeastOnce: input.atLeastOnce ?? false,
      scheduledAt: input.scheduledAt ?? null,
      gateway,
    };
  };
  const isOneStatement = input.idempotencyKey == null && !enforcesSenderIds;
  const sent = isOneStatement
    ? { result: await insertMessageAtOnce(context.orm, organisationId, newMessage()), replayed: false }
    : await inOrganisation(context.orm, organisationId, (tx) =>
        once(tx, context, 'sendSms', input, async () => {
          if (enforcesSenderIds) await requireApprovedFor(tx, organisationId, senderId, mobile.digits);
          return insertMessage(tx, organisationId, newMessage());
        }),
      );
  faultPoint('accepted');
  if (!sent.replayed && !input.scheduledAt) context.hints.nudge({ job: 'sms-dispatch', gateway });
  return sent;
}
