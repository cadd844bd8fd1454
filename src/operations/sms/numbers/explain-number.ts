import { readRows } from '../../../db/lists/list.js';
import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { INBOUND_MESSAGES, type InboundMessageRow } from '../../../db/sql/sms/inbound/inbound-messages.js';
import { listLastMessages } from '../../../db/sql/sms/messages/last-messages.js';
import type { MessageRow } from '../../../db/sql/sms/messages/messages.js';
import { CONSENT_CHANGES, type ConsentChangeRow } from '../../../db/sql/sms/recipients/consent-changes.js';
import { findMessageCauses } from '../../../db/sql/sms/recipients/suppression-causes.js';
import { SUPPRESSIONS, type SuppressionRow } from '../../../db/sql/sms/recipients/suppressions.js';
import { requireValid } from '../../../domain/errors.js';
import { validateOwnSender } from '../../../domain/people/api-key.js';
import type { SuppressionCause } from '../../../domain/sms/explanation/explain-message.js';
import type { Forecast } from '../../../domain/sms/explanation/forecast.js';
import { countryOf } from '../../../domain/sms/phone-number.js';
import { readNumber } from '../../../domain/sms/recipients.js';
import { validateSenderId } from '../../../domain/sms/validate.js';
import type { Context } from '../../context.js';
import { forCaller } from '../../kernel/reads.js';
import { type SendingInput, sendingOf } from '../suppressions/blocking.js';
import { forecastFor } from './forecast-for.js';

/** The newest of each list. */
export const SHOWN = { suppressions: 100, consent: 20, messages: 10 };
/** Messages among which one is looked for that allows to know of an opt-out at the gateway. */
const LAST_MESSAGES = 100;

/** Without `senderId`: about a message that has none, even if the organisation or the key must name one. */
export interface ExplainNumberInput extends SendingInput {
  readonly mobile: string;
}

/** What is known of a number. Lists that the caller may not read are null. */
export interface NumberExplanation {
  readonly mobile: string;
  readonly country: string | null;
  readonly suppressions: readonly SuppressionRow[] | null;
  readonly consent: readonly ConsentChangeRow[] | null;
  readonly lastSent: readonly MessageRow[];
  readonly lastReceived: readonly InboundMessageRow[] | null;
  readonly now: Forecast;
}

/** Says what would become of a message to a number, and what it got and answered so far. */
export async function explainNumber(context: Context, input: ExplainNumberInput): Promise<NumberExplanation> {
  const { caller, db } = context;
  const sending = sendingOf(caller, input);
  const { senderId } = sending;
  if (senderId !== null) {
    requireValid([...validateSenderId('senderId', senderId), ...validateOwnSender(caller, senderId)]);
  }
  const number = readNumber(input.mobile);
  const { mobile } = number;
  const may = (scope: (typeof caller.scopes)[number]) => caller.scopes.includes(scope);
  return db.inOrganisation(caller.organisationId, async (tx) => {
    const lastSent = await listLastMessages(tx, mobile, LAST_MESSAGES);
    return {
      mobile,
      country: number.status === 'queued' ? countryOf(mobile) : null,
      suppressions: may('suppressions:manage') ? await listSuppressionsOf(tx, mobile) : null,
      consent: may('suppressions:manage') ? await listConsentOf(tx, mobile) : null,
      lastSent: lastSent.slice(0, SHOWN.messages),
      lastReceived: may('inbox:read') ? await listLastReceived(tx, mobile) : null,
      now: await forecastFor(tx, context, number, sending, lastSent),
    };
  });
}

/** Lists return one row more than asked for, if there are more. */
const newest = (count: number) => ({ from: null, backwards: false, size: count - 1 });

const listSuppressionsOf = (tx: OrganisationTx, mobile: string) =>
  readRows(tx, SUPPRESSIONS, { mobile }, newest(SHOWN.suppressions));

const listConsentOf = (tx: OrganisationTx, mobile: string) =>
  readRows(tx, CONSENT_CHANGES, { mobile }, newest(SHOWN.consent));

const listLastReceived = (tx: OrganisationTx, mobile: string) =>
  readRows(tx, INBOUND_MESSAGES, { mobile }, newest(SHOWN.messages));

const findCauses = forCaller(findMessageCauses);

/** What suppressed the numbers of blocked messages, by message; those that are not known any more are missing. */
export async function messageCauses(
  context: Pick<Context, 'db' | 'caller'>,
  messageIds: readonly string[],
): Promise<Map<string, SuppressionCause>> {
  const rows = await findCauses(context, messageIds);
  return new Map(
    rows.map(({ message_id: id, source, changed_at: at, word, own_number: ownNumber }) => [
      id,
      { source, at, word, ownNumber },
    ]),
  );
}
