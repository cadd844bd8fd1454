import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { byOrganisation } from '../../../db/sql/by-organisation.js';
import { appendEvents } from '../../../db/sql/events/append-events.js';
import { lockOrganisation } from '../../../db/sql/people/lock-organisation.js';
import { insertInboundMessages, type NewInboundMessage } from '../../../db/sql/sms/inbound/fold-inbound.js';
import { readKeywordSettings } from '../../../db/sql/sms/inbound/keyword-settings.js';
import { mobileOf, type StoredInboundSms } from '../../../domain/sms/inbound.js';
import { type Wishes, wishesOf, wishIn } from '../../../domain/sms/keywords.js';
import { newId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';
import { type Folding, foldInbox } from '../../kernel/fold-inbox.js';
import { addresseesOf, type Delivery } from './addressees.js';
import { answerWishes, type Received } from './answer-wishes.js';
import { applyWishes } from './apply-wishes.js';

/**
 * One turn of folding what people have sent into rows of their own. It locks no messages of ours, so it delays no
 * claim: STOP is one row, which every claim looks for. Messages that fit no number of ours are parked: when the number
 * is added, they are delivered. Returns false if there were none.
 */
export async function foldInbound(services: Services): Promise<boolean> {
  return (await foldInbox(services, foldingFor(services))).reports > 0;
}

function foldingFor(services: Services): Folding<StoredInboundSms> {
  return {
    inbox: 'inbound_sms',
    reportsPerTurn: 500,
    longestReplaySeconds: 300,
    parkedAtMostSeconds: 72 * 3600,
    // The oldest of those that are merged gives the age of all: otherwise the young would be dropped with the old.
    mergedWithinSeconds: 10,
    // A STOP that is dropped would leave a person with messages they refused; its number may be configured later.
    isKept: ({ text }) => text !== null && wishIn(text) === 'stop',
    async fold(tx, { gateway, reports }) {
      const { found, unmatched } = await addresseesOf(tx, services.numbers, gateway, reports);
      const answered = new Set<StoredInboundSms>();
      for (const [organisationId, own] of byOrganisation(found, (one) => one.organisationId)) {
        await foldForOrganisation(services, tx.of(organisationId), { gateway, deliveries: own, answered });
      }
      return { early: [], unmatched, why: 'were sent to no number of any organisation' };
    },
  };
}

interface Batch {
  readonly gateway: string;
  readonly deliveries: readonly Delivery[];
  /** A message for several organisations is answered by the first that answers at all. */
  readonly answered: Set<StoredInboundSms>;
}

/** One worker at a time folds for an organisation: what one person says is folded in one order. */
async function foldForOrganisation(services: Services, tx: OrganisationTx, batch: Batch): Promise<void> {
  const { gateway, deliveries, answered } = batch;
  const name = (await lockOrganisation(tx)) ?? '';
  const settings = await readKeywordSettings(tx);
  const wishes = wishesOf(settings);
  const received = deliveries.map((delivery) => ({ delivery, row: toRow(delivery, gateway, wishes) }));
  const added = await insertInboundMessages(tx, rowsOf(received));
  const fresh = received.filter(({ row }) => added.has(row.id));
  const effective = await applyWishes(tx, rowsOf(fresh));
  appendEvents(tx, [{ type: 'sms.received', subjectIds: fresh.map(({ row }) => row.id), revision: 1 }]);
  const heard = fresh.filter(({ row }) => row.keyword === 'help' || effective.has(row.id));
  const unanswered = heard.filter(({ delivery }) => !answered.has(delivery.message));
  for (const message of await answerWishes(services, tx, { name, settings }, unanswered)) answered.add(message);
}

const rowsOf = (received: readonly Received[]) => received.map(({ row }) => row);

function toRow({ message, text, test }: Delivery, gateway: string, wishes: Wishes): NewInboundMessage {
  return {
    id: newId(),
    sender: message.from,
    mobile: mobileOf(message.from),
    own_number: message.to,
    gateway,
    gateway_key: message.key,
    text: message.text,
    keyword: text === null ? null : wishIn(text, wishes),
    incomplete: message.incomplete ?? false,
    test,
    sent_at: message.sentAt ?? null,
    received_at: message.receivedAt,
  };
}
