/**
 * How a single SMS is accepted:
 *
 * 1. Pure functions check the input. The send joins the group commit of its organisation (`group-commit.ts`): sends
 *    that arrive during a transaction share the next one.
 * 2. One statement locks the idempotency keys of the group, and the next reads their stored answers (`once.ts`).
 * 3. The process refuses, one by one, conflicts of keys, sender IDs that are not approved, and schedules that have
 *    passed.
 * 4. One statement inserts the other messages with their agenda rows. Answers of keyed sends are stored with COMMIT,
 *    before it locks the event log. A group without keys, expiries and enforced sender IDs is one statement.
 * 5. Each caller gets its answer after the COMMIT.
 */

import type { Database } from '../../../db/database.js';
import { nameOfKey } from '../../../db/sql/kernel/idempotency-keys.js';
import { createdBy } from '../../../db/sql/people/created-by.js';
import { insertMessages, insertMessagesAtOnce, type NewMessage } from '../../../db/sql/sms/messages/insert-messages.js';
import type { MessageRow } from '../../../db/sql/sms/messages/messages.js';
import { type FieldError, fieldError, invalidInput } from '../../../domain/errors.js';
import { validateOwnSender } from '../../../domain/people/api-key.js';
import { parseMobile } from '../../../domain/sms/phone-number.js';
import { type RoutedMessage, routerFor } from '../../../domain/sms/routing.js';
import { encodeText } from '../../../domain/sms/smart-encoding.js';
import { type SendOptions, validateOptions, validateText, validateTimes } from '../../../domain/sms/validate.js';
import { faultPoint } from '../../../lib/fault-points.js';
import { newId } from '../../../lib/ids.js';
import type { Context } from '../../context.js';
import { GroupCommit } from '../../kernel/group-commit.js';
import { type CallKey, eachOnce, keyOf, type Replayable } from '../../kernel/once.js';
import { findUnapproved } from '../senders/enforce-sender-id.js';
import { sendingOf } from '../suppressions/blocking.js';
import { logMessage } from './log-accepted.js';

export interface SendSmsInput extends SendOptions {
  readonly to: string;
  readonly message: string;
  /** Send again if the gateway's answer was lost, at the risk of sending twice; for one-time codes. */
  readonly atLeastOnce?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

/** A send that has passed every check that needs no database. */
interface Send {
  readonly key: CallKey | null;
  readonly message: NewMessage;
  readonly enforcesSenderIds: boolean;
}

const sendGroups = new GroupCommit<Send, Replayable<MessageRow>>({
  keyOf: ({ key }) => key && nameOfKey(key),
  perform: acceptSends,
});

/** What the kind of a send decides. */
interface Terms {
  /** Why the caller may not send as this sender. */
  readonly senderErrors: readonly FieldError[];
  readonly enforcesSenderIds: boolean;
  readonly gatewayFor: (message: RoutedMessage & { readonly test: boolean }) => string;
  /** Of a reply: the gateway through which the person wrote. */
  readonly inboundGateway: string | null;
  readonly keyOf: () => CallKey | null;
}

/** Accepts one SMS. The next free worker sends it, or the first one after its scheduled time. */
export function sendSms(context: Context, input: SendSmsInput): Promise<Replayable<MessageRow>> {
  const { caller, routing } = context;
  const { organisationId, enforcesSenderIds } = caller;
  return acceptSms(context, input, {
    senderErrors: validateOwnSender(caller, input.senderId),
    enforcesSenderIds,
    gatewayFor: ({ id, mobile, senderId, test }) =>
      routerFor(routing, { organisationId, senderId, test }).firstFor(mobile, id),
    inboundGateway: null,
    keyOf: () => keyOf(caller, 'sendSms', input),
  });
}

/** The same on terms of another kind of send, such as a reply. */
export async function acceptSms(
  context: Context,
  input: SendSmsInput,
  { senderErrors, enforcesSenderIds, gatewayFor, inboundGateway, keyOf }: Terms,
): Promise<Replayable<MessageRow>> {
  const { organisationId } = context.caller;
  const mobile = parseMobile(input.to);
  const encoded = encodeText(input.message, input.smartEncoding ?? context.caller.smartEncoding);
  const errors = [...validateText('message', encoded.text), ...validateOptions(input), ...senderErrors];
  if (!mobile.ok) errors.unshift(fieldError('to', mobile.reason, mobile.message));
  if (errors.length > 0 || !mobile.ok) throw invalidInput(errors);

  const { senderId, test, promotional } = sendingOf(context.caller, input);
  const id = newId();
  const gateway = gatewayFor({ id, mobile: mobile.digits, senderId, test });
  const message: NewMessage = {
    id,
    mobile: mobile.digits,
    body: encoded.text,
    senderId,
    reference: input.reference || null,
    metadata: input.metadata ?? null,
    segments: encoded.segments,
    encoding: encoded.encoding,
    test,
    atLeastOnce: input.atLeastOnce ?? false,
    promotional,
    scheduledAt: input.scheduledAt ?? null,
    validUntil: input.validUntil ?? null,
    inboundGateway,
    gateway,
    ...createdBy(context.caller.actor),
  };
  const sent = await sendGroups.add(context.db, organisationId, { key: keyOf(), message, enforcesSenderIds });
  faultPoint('accepted');
  if (sent.replayed) return sent;
  logMessage(context, sent.result);
  context.hints.nudge({ job: 'sms-dispatch', gateway });
  return sent;
}

async function acceptSends(
  db: Database,
  organisationId: string,
  sends: readonly Send[],
): Promise<(Replayable<MessageRow> | Error)[]> {
  const isOneStatement = sends.every(
    ({ key, message, enforcesSenderIds }) => key === null && message.validUntil === null && !enforcesSenderIds,
  );
  if (isOneStatement) {
    const results = await insertAcceptable(sends, new Map(), (messages) =>
      insertMessagesAtOnce(db.selfContained, organisationId, messages),
    );
    return results.map((result) => (result instanceof Error ? result : { result, replayed: false }));
  }
  return db.selfContained.inOrganisation(organisationId, (tx) =>
    eachOnce(tx, sends, async (fresh) => {
      const enforced = fresh.filter(({ enforcesSenderIds }) => enforcesSenderIds).map(({ message }) => message);
      const unapproved = await findUnapproved(tx, enforced);
      return insertAcceptable(fresh, unapproved, (messages) => insertMessages(tx, messages));
    }),
  );
}

/** Inserts the messages that may be sent. Returns for each send its row, or the error that refuses it. */
async function insertAcceptable(
  sends: readonly Send[],
  unapproved: ReadonlyMap<NewMessage, Error>,
  insert: (messages: readonly NewMessage[]) => Promise<ReadonlyMap<string, MessageRow>>,
): Promise<(MessageRow | Error)[]> {
  const now = new Date();
  const ends = sends.map(({ message }) => {
    const tooLate = validateTimes(message, now);
    return unapproved.get(message) ?? (tooLate.length > 0 ? invalidInput(tooLate) : message);
  });
  const rows = await insert(ends.filter((end): end is NewMessage => !(end instanceof Error)));
  return ends.map((end) => (end instanceof Error ? end : (rows.get(end.id) as MessageRow)));
}
