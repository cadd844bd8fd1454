import type { EveryOrganisationTx } from '../../../db/postgres/transaction.js';
import { listExisting } from '../../../db/sql/people/organisations.js';
import { findWrittenTo } from '../../../db/sql/sms/campaigns/campaign-numbers.js';
import { mobileOf, type StoredInboundSms } from '../../../domain/sms/inbound/inbound-sms.js';
import { keywordIn } from '../../../domain/sms/inbound/keywords.js';
import { addresseeOf, type OwnNumber, type OwnNumbers, sharersOf } from '../../../domain/sms/inbound/own-numbers.js';

/** A message, and an organisation that it is for. */
export interface Delivery {
  readonly organisationId: string;
  readonly message: StoredInboundSms;
  /** Without the keyword of a shared number. */
  readonly text: string | null;
  /** It comes from the sandbox. */
  readonly test: boolean;
  /** The gateways of the number; none for a message of the sandbox, which writes to any number. */
  readonly carriers: readonly string[];
  /** Organisations share the number, so a further message must name this keyword; null otherwise. */
  readonly keyword: string | null;
  /** It is for several organisations. */
  readonly isForSeveral: boolean;
}

export interface Addressees {
  readonly found: readonly Delivery[];
  readonly unmatched: readonly StoredInboundSms[];
}

/** A message, and the organisations that it may be for. */
interface Addressed extends Pick<Delivery, 'message' | 'text' | 'test'> {
  readonly organisationIds: readonly string[];
  /** The entries of the number that are theirs. */
  readonly entries: readonly OwnNumber[];
  /** Several organisations have the number. */
  readonly isShared: boolean;
  /** A bare STOP to a number that organisations share: it is for those that have written to the person. */
  readonly forWriters: boolean;
}

/**
 * Finds the organisations of messages. Unmatched are those of organisations that do not exist, or that the transaction
 * does not reach.
 */
export async function addresseesOf(
  tx: EveryOrganisationTx,
  numbers: OwnNumbers,
  gateway: string,
  messages: readonly StoredInboundSms[],
): Promise<Addressees> {
  const all = messages.map((message) => addressed(numbers, gateway, message));
  const existing = await listExisting(tx, [...new Set(all.flatMap(({ organisationIds }) => organisationIds))]);
  const known = all.map((one) => ({ ...one, organisationIds: one.organisationIds.filter((id) => existing.has(id)) }));
  const isMatched = ({ organisationIds }: Addressed) =>
    organisationIds.length > 0 && organisationIds.every((id) => tx.reaches(id));
  const matched = known.filter(isMatched);
  const writersTo = await readWriters(tx, matched);
  return {
    found: matched.flatMap(({ organisationIds, entries, isShared, forWriters, ...one }) => {
      const writers = forWriters ? organisationIds.filter((id) => writersTo(one.message.from).has(id)) : [];
      const concerned = writers.length > 0 ? writers : organisationIds;
      return concerned.map((organisationId) => {
        const own = entries.find((entry) => entry.organisationId === organisationId);
        const { gateways: carriers, keyword } = own ?? { gateways: [], keyword: null };
        const isForSeveral = concerned.length > 1;
        return { ...one, organisationId, carriers, keyword: isShared ? keyword : null, isForSeveral };
      });
    }),
    unmatched: known.filter((one) => !isMatched(one)).map(({ message }) => message),
  };
}

function addressed(numbers: OwnNumbers, gateway: string, message: StoredInboundSms): Addressed {
  const { organisationId, to, text } = message;
  const test = organisationId !== undefined;
  if (organisationId !== undefined) {
    return { message, text, test, organisationIds: [organisationId], entries: [], isShared: false, forWriters: false };
  }
  const entries = sharersOf(numbers, gateway, to);
  const isShared = idsOf(entries).length > 1;
  const of = (own: readonly OwnNumber[], rest = text): Addressed => ({
    message,
    text: rest,
    test,
    organisationIds: idsOf(own),
    entries: own,
    isShared,
    forWriters: false,
  });
  const keyword = text === null ? null : keywordIn(text);
  if (isShared && keyword === 'stop') return { ...of(entries), forWriters: true };
  const addressee = addresseeOf(numbers, gateway, to, text ?? '');
  if (addressee) return of([addressee.own], text && addressee.text);
  // A keyword without the keyword can only be for the one organisation whose number it is.
  return of(keyword === null || isShared ? [] : entries);
}

const idsOf = (entries: readonly OwnNumber[]) => [...new Set(entries.map(({ organisationId }) => organisationId))];

/**
 * Returns the organisations that may have written to a sender, as far as their retention lets them know. One statement
 * for each that shares a number, since hundreds of people may say STOP at once.
 */
async function readWriters(
  tx: EveryOrganisationTx,
  all: readonly Addressed[],
): Promise<(sender: string) => ReadonlySet<string>> {
  const mobilesOf = new Map<string, Set<string>>();
  for (const { organisationIds, message } of all.filter(({ forWriters }) => forWriters)) {
    const mobile = mobileOf(message.from);
    for (const id of mobile === null ? [] : organisationIds) {
      mobilesOf.set(id, (mobilesOf.get(id) ?? new Set()).add(mobile as string));
    }
  }
  const writersTo = new Map<string, Set<string>>();
  for (const [id, mobiles] of mobilesOf) {
    for (const mobile of await findWrittenTo(tx.of(id), [...mobiles])) {
      writersTo.set(mobile, (writersTo.get(mobile) ?? new Set()).add(id));
    }
  }
  return (sender) => writersTo.get(mobileOf(sender) ?? '') ?? new Set();
}
