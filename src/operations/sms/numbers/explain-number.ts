import { readRows } from '../../../db/lists/list.js';
import { shortened, walkRows } from '../../../db/lists/walk.js';
import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { INBOUND_MESSAGES, type InboundMessageRow } from '../../../db/sql/sms/inbound/inbound-messages.js';
import type { MessageRow } from '../../../db/sql/sms/messages/messages.js';
import { SMS_SEARCH } from '../../../db/sql/sms/messages/search-messages.js';
import { CONSENT_CHANGES, type ConsentChangeRow } from '../../../db/sql/sms/recipients/consent-changes.js';
import { SUPPRESSIONS, type SuppressionRow } from '../../../db/sql/sms/recipients/suppressions.js';
import { invalidInput } from '../../../domain/errors.js';
import { validateOwnSender } from '../../../domain/people/api-key.js';
import type { Forecast } from '../../../domain/sms/explanation/forecast.js';
import { countryOf } from '../../../domain/sms/phone-number.js';
import { readNumber } from '../../../domain/sms/recipients.js';
import { validateSenderId } from '../../../domain/sms/validate.js';
import type { MessageCategory } from '../../../domain/vocabulary.js';
import type { Context } from '../../context.js';
import { inTurn } from '../../kernel/reads.js';
import { forecastFor } from './forecast-for.js';

/** The newest of each list. */
export const SHOWN = { suppressions: 100, consent: 20, messages: 10 };

export interface ExplainNumberInput {
  readonly mobile: string;
  /** Null: a message without a sender ID, even if the organisation or the key must name one. */
  readonly senderId?: string | null | undefined;
  /** Null: transactional. */
  readonly category?: MessageCategory | null | undefined;
  /** For a message to the sandbox. Calls with a test key ask for it anyway. */
  readonly test?: boolean | null | undefined;
}

/** What is known of a number. Lists that the caller may not read are null. */
export interface NumberExplanation {
  readonly mobile: string;
  readonly country: string | null;
  readonly suppressions: readonly SuppressionRow[] | null;
  /** What the person has said of messages. */
  readonly consent: readonly ConsentChangeRow[] | null;
  readonly lastSent: readonly MessageRow[];
  readonly lastReceived: readonly InboundMessageRow[] | null;
  readonly now: Forecast;
}

/** Says what would become of a message to a number, and what it got and answered so far. */
export async function explainNumber(context: Context, input: ExplainNumberInput): Promise<NumberExplanation> {
  const { caller, db } = context;
  const { mobile: given, senderId = null, category, test: asked } = input;
  const errors =
    senderId === null ? [] : [...validateSenderId('senderId', senderId), ...validateOwnSender(caller, senderId)];
  if (errors.length > 0) throw invalidInput(errors);
  const number = readNumber(given);
  const { mobile } = number;
  const send = { senderId, test: caller.mode === 'test' || asked === true, promotional: category === 'promotional' };
  const may = (scope: (typeof caller.scopes)[number]) => caller.scopes.includes(scope);
  // The search for messages reads the last digits of all numbers of large campaigns.
  return inTurn(context, () =>
    db.inOrganisation(caller.organisationId, async (tx) => ({
      mobile,
      country: number.status === 'queued' ? countryOf(mobile) : null,
      suppressions: may('suppressions:manage') ? await listSuppressionsOf(tx, mobile) : null,
      consent: may('suppressions:manage') ? await listConsentOf(tx, mobile) : null,
      lastSent: await listLastSent(tx, mobile),
      lastReceived: may('inbox:read') ? await listLastReceived(tx, mobile) : null,
      now: await forecastFor(tx, context, number, send),
    })),
  );
}

/** Lists return one row more than asked for, if there are more. */
const newest = (count: number) => ({ from: null, backwards: false, size: count - 1 });

const listSuppressionsOf = (tx: OrganisationTx, mobile: string) =>
  readRows(tx, SUPPRESSIONS, { mobile }, newest(SHOWN.suppressions));

const listConsentOf = (tx: OrganisationTx, mobile: string) =>
  readRows(tx, CONSENT_CHANGES, { mobile }, newest(SHOWN.consent));

/** Messages to look at: a campaign has some to other numbers with the same last digits. */
const SEARCHED = 200;

async function listLastSent(tx: OrganisationTx, to: string): Promise<readonly MessageRow[]> {
  return (await walkRows(tx, shortened(SMS_SEARCH, SEARCHED), { to }, newest(SHOWN.messages))).rows;
}

const listLastReceived = (tx: OrganisationTx, mobile: string) =>
  readRows(tx, INBOUND_MESSAGES, { mobile }, newest(SHOWN.messages));
