import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { byOrganisation } from '../../../db/sql/by-organisation.js';
import { appendEvents } from '../../../db/sql/events/append-events.js';
import { lockOrganisation } from '../../../db/sql/people/lock-organisation.js';
import { insertInboundMessages, type NewInboundMessage } from '../../../db/sql/sms/inbound/fold-inbound.js';
import { mobileOf, type StoredInboundSms } from '../../../domain/sms/inbound.js';
import { wishIn } from '../../../domain/sms/keywords.js';
import type { InboundEntry } from '../../../domain/sms/long-texts/join-parts.js';
import { mergeAlike } from '../../../domain/stored-reports.js';
import type { ConsentWish } from '../../../domain/vocabulary.js';
import { faultPoint } from '../../../lib/fault-points.js';
import { newId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';
import { type Folding, foldInbox } from '../../kernel/fold-inbox.js';
import { type Addressees, addresseesOf } from './addressees.js';
import { applyWishes } from './apply-wishes.js';
import { joinParts } from './join-parts.js';

/**
 * One turn of folding what people have sent into rows of their own. It locks no messages of ours, so it delays no
 * claim: STOP is one row, which every claim looks for. Messages that fit no number of ours are parked: when the number
 * is added, they are delivered. Returns false if there were none.
 */
export async function foldInbound(services: Services): Promise<boolean> {
  const { reports } = await foldInbox(services, foldingFor(services));
  if (reports > 0) faultPoint('folded');
  return reports > 0;
}

const MERGED_WITHIN_SECONDS = 10;

function foldingFor(services: Services): Folding<StoredInboundSms, InboundEntry> {
  return {
    inbox: 'inbound_sms',
    reportsPerTurn: 500,
    longestReplaySeconds: 300,
    parkedAtMostSeconds: 72 * 3600,
    // What a person has said first is folded first. The oldest of those that are merged gives the age of all, so that
    // the young would be dropped with the old.
    async batchesOf(tx, stored) {
      const joined = await joinParts(
        tx,
        stored.toSorted((a, b) => b.age_seconds - a.age_seconds),
      );
      return mergeAlike(joined, MERGED_WITHIN_SECONDS);
    },
    // A STOP that is dropped would leave a person with messages they refused; its number may be configured later.
    isKept: ({ text }) => text !== null && wishIn(text) === 'stop',
    async fold(tx, { gateway, reports }) {
      const { found, unmatched } = await addresseesOf(tx, services.numbers, gateway, reports);
      for (const [organisationId, own] of byOrganisation(found, (one) => one.organisationId)) {
        await foldForOrganisation(tx.of(organisationId), gateway, own);
      }
      return { early: [], unmatched, why: 'were sent to no number of any organisation' };
    },
  };
}

/** A message, with what of it is for the organisation. */
type Received = Addressees['found'][number];

/** One worker at a time folds for an organisation: what one person says is folded in one order. */
async function foldForOrganisation(tx: OrganisationTx, gateway: string, received: readonly Received[]): Promise<void> {
  await lockOrganisation(tx);
  const messages = received.map((one) => toRow(one, gateway));
  const added = await insertInboundMessages(tx, messages);
  const fresh = messages.filter(({ id }) => added.has(id));
  await applyWishes(tx, fresh);
  appendEvents(tx, [{ type: 'sms.received', subjectIds: fresh.map(({ id }) => id), revision: 1 }]);
}

function toRow({ message, text, test }: Received, gateway: string): NewInboundMessage {
  return {
    id: newId(),
    sender: message.from,
    mobile: mobileOf(message.from),
    own_number: message.to,
    gateway,
    gateway_key: message.key,
    text: message.text,
    keyword: keywordOf(text, message.incomplete ?? false),
    incomplete: message.incomplete ?? false,
    test,
    sent_at: message.sentAt ?? null,
    received_at: message.receivedAt,
  };
}

/** What is missing of a text could make it another: of such texts only STOP counts, which is the lesser mistake. */
function keywordOf(text: string | null, isIncomplete: boolean): ConsentWish | null {
  const wish = text === null ? null : wishIn(text);
  return isIncomplete && wish !== 'stop' ? null : wish;
}
