import { byOrganisation, type OrganisationTx } from '../../../db/postgres/transaction.js';
import { appendEvents } from '../../../db/sql/events/append-events.js';
import { lockOrganisation } from '../../../db/sql/people/organisations.js';
import { mobileOf, type StoredInboundSms } from '../../../domain/sms/inbound/inbound-sms.js';
import { type KeywordWords, keywordIn, ownWordsOf } from '../../../domain/sms/inbound/keywords.js';
import type { InboundEntry } from '../../../domain/sms/inbound/long-texts/join-parts.js';
import { mergeAlike } from '../../../domain/stored-reports.js';
import type { Keyword } from '../../../domain/vocabulary.js';
import { faultPoint } from '../../../lib/fault-points.js';
import { newId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';
import { type Folding, foldInbox } from '../../kernel/fold-inbox.js';
import { storeInbound } from '../../kernel/store-inbound.js';
import { addresseesOf, type Delivery } from './addressees.js';
import { answerKeywords } from './answer-keywords.js';
import { applyKeywords } from './apply-keywords.js';
import { joinParts } from './join-parts.js';
import { readKeywords } from './update-keywords.js';

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
    isKept: ({ text }) => text !== null && keywordIn(text) === 'stop',
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
  await lockOrganisation(tx);
  const keywords = await readKeywords(tx);
  const ownWords = ownWordsOf(keywords.settings);
  const received = deliveries.map((delivery) => ({ delivery, row: toRow(delivery, gateway, ownWords) }));
  const { added } = await storeInbound(
    tx,
    received.map(({ row }) => row),
  );
  appendEvents(tx, [{ type: 'sms.received', subjectIds: added.map(({ id }) => id), revision: 1 }]);
  const effective = await applyKeywords(tx, services.secretKeys, keywords.organisation, added);
  const heard = new Set([...effective, ...added.filter(({ keyword }) => keyword === 'help').map(({ id }) => id)]);
  const unanswered = received.filter(({ row, delivery }) => heard.has(row.id) && !answered.has(delivery.message));
  for (const message of await answerKeywords(services, tx, keywords, unanswered)) answered.add(message);
}

function toRow({ message, text, test }: Delivery, gateway: string, ownWords: KeywordWords) {
  const mobile = mobileOf(message.from);
  return {
    id: newId(),
    channel: 'sms' as const,
    own_address: message.to,
    party: message.from,
    party_mobile: mobile,
    sender: message.from,
    mobile,
    own_number: message.to,
    session_id: null,
    participant: null,
    gateway,
    gateway_key: message.key,
    kind: message.text === null ? ('data' as const) : ('text' as const),
    text: message.text,
    media_url: null,
    media_type: null,
    media_name: null,
    reply_to_chat_id: null,
    keyword: keywordOf(text, message.incomplete ?? false, ownWords),
    incomplete: message.incomplete ?? false,
    test,
    sent_at: message.sentAt ?? null,
    received_at: message.receivedAt,
  };
}

/** What is missing of a text could make it another: of such texts only STOP counts, which is the lesser mistake. */
function keywordOf(text: string | null, isIncomplete: boolean, ownWords: KeywordWords): Keyword | null {
  const keyword = text === null ? null : keywordIn(text, ownWords);
  return isIncomplete && keyword !== 'stop' ? null : keyword;
}
