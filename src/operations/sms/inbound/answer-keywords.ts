import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { findWrittenTo } from '../../../db/sql/sms/campaigns/campaign-numbers.js';
import type { NewInboundMessage } from '../../../db/sql/sms/inbound/fold-inbound.js';
import {
  countKeywordSenders,
  insertAnswers,
  listRecentAnswers,
  type NewAnswer,
} from '../../../db/sql/sms/inbound/keyword-answers.js';
import type { StoredInboundSms } from '../../../domain/sms/inbound/inbound-sms.js';
import {
  ANSWER_MINUTES,
  type GivenAnswer,
  KEYWORD_SENDERS_PER_HOUR,
  mayAnswer,
  SHARED_STOP_ANSWER,
  writeAnswer,
} from '../../../domain/sms/inbound/keyword-answers.js';
import { carrierOf } from '../../../domain/sms/inbound/own-numbers.js';
import { type RoutedMessage, routeOf } from '../../../domain/sms/routing.js';
import { encodeText } from '../../../domain/sms/smart-encoding.js';
import { validateSenderId } from '../../../domain/sms/validate.js';
import { derivedId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';
import { announceDispatch } from '../dispatch/announce.js';
import type { Delivery } from './addressees.js';
import type { Keywords } from './update-keywords.js';

/** A message of the inbox that has become a row. */
export interface Received {
  readonly delivery: Delivery;
  readonly row: Omit<NewInboundMessage, 'conversation_id'>;
}

/**
 * Answers keywords, from the number that the person wrote to. Machines that answer each other are bounded by
 * `mayAnswer`. Returns the messages that it has answered.
 */
export async function answerKeywords(
  services: Services,
  tx: OrganisationTx,
  keywords: Keywords,
  received: readonly Received[],
): Promise<StoredInboundSms[]> {
  const wanted = received.flatMap((one) => answerTo(services, tx.organisationId, keywords, one) ?? []);
  if (wanted.length === 0) return [];
  const recent = await listRecentAnswers(
    tx,
    wanted.map(({ answer }) => answer.mobile),
  );
  const allowed: Wanted[] = [];
  for (const one of wanted) {
    if (mayAnswer(one.about, [...recent, ...allowed.map(({ about }) => about)])) allowed.push(one);
  }
  const expected = await withoutFlood(services, tx, allowed);
  const due = await insertAnswers(
    tx,
    expected.map(({ answer }) => answer),
  );
  await announceDispatch(
    tx,
    services.hints,
    due.filter(({ purpose }) => purpose === 'dispatch'),
  );
  return expected.map(({ message }) => message);
}

/** An answer, and what counts against the limits. */
interface Wanted {
  readonly message: StoredInboundSms;
  readonly answer: NewAnswer;
  readonly about: GivenAnswer;
}

/** Leaves out strangers if many people send keywords: each answer costs, and their numbers may be forged. */
async function withoutFlood(
  { logger }: Services,
  tx: OrganisationTx,
  wanted: readonly Wanted[],
): Promise<readonly Wanted[]> {
  const costing = wanted.filter(({ answer }) => !answer.test).map(({ answer }) => answer.mobile);
  if (costing.length === 0 || (await countKeywordSenders(tx)) <= KEYWORD_SENDERS_PER_HOUR) return wanted;
  const writtenTo = new Set(await findWrittenTo(tx, costing));
  const expected = wanted.filter(({ answer: { test, mobile } }) => test || writtenTo.has(mobile));
  if (expected.length < wanted.length) {
    const messages = wanted.length - expected.length;
    logger.warn(
      { organisationId: tx.organisationId, messages },
      'keywords of strangers are not answered: there are many',
    );
  }
  return expected;
}

function answerTo(
  services: Services,
  organisationId: string,
  { organisation, settings }: Keywords,
  received: Received,
): Wanted | null {
  const { delivery, row } = received;
  const { mobile, keyword, own_number: ownNumber, test } = row;
  if (mobile === null || keyword === null || ownNumber === null || validateSenderId('', ownNumber).length > 0)
    return null;
  if (!settings[`${keyword}_answered`]) return null;
  const id = derivedId(row.id);
  const gateway = gatewayFor(services, organisationId, { id, mobile, senderId: ownNumber }, received);
  if (gateway === null) {
    services.logger.warn({ organisationId, ownNumber }, 'a keyword is not answered: the gateway is not configured');
    return null;
  }
  const { text, segments, encoding } = delivery.isForSeveral
    ? encodeText(SHARED_STOP_ANSWER, false)
    : writeAnswer(keyword, settings[`${keyword}_text`], organisation, delivery.keyword);
  return {
    message: delivery.message,
    answer: {
      id,
      mobile,
      body: text,
      sender_id: ownNumber,
      segments,
      encoding,
      test,
      answers_inbound_id: row.id,
      inbound_gateway: row.gateway,
      valid_until: new Date(Date.parse(row.received_at) + ANSWER_MINUTES * 60_000).toISOString(),
      gateway,
    },
    about: { mobile, test, keyword, own_number: ownNumber, age_seconds: 0 },
  };
}

/** Null if it is not configured. What the sandbox receives it answers. */
function gatewayFor(
  { routing, gateways }: Services,
  organisationId: string,
  message: RoutedMessage,
  { delivery: { carriers, test }, row: { gateway } }: Received,
): string | null {
  const configured = (test ? [gateway] : carriers).filter((name) => gateways.has(name));
  return carrierOf(configured, routeOf(routing, organisationId, message), gateway);
}
