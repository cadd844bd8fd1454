import type { EveryOrganisationTx } from '../../../db/postgres/transaction.js';
import { listExisting } from '../../../db/sql/people/organisations.js';
import { findWrittenTo } from '../../../db/sql/sms/campaigns/campaign-numbers.js';
import { type AddressedMessage, addressMessage } from '../../../domain/sms/inbound/addressees.js';
import { mobileOf, type StoredInboundSms } from '../../../domain/sms/inbound/inbound-sms.js';
import type { OwnNumbers } from '../../../domain/sms/inbound/own-numbers.js';

/** A message, and an organisation that it is for. */
export interface Delivery extends Pick<AddressedMessage, 'message' | 'text' | 'test'> {
  readonly organisationId: string;
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
  const all = messages.map((message) => addressMessage(numbers, gateway, message));
  const existing = await listExisting(tx, [...new Set(all.flatMap(({ organisationIds }) => organisationIds))]);
  const known = all.map((one) => ({ ...one, organisationIds: one.organisationIds.filter((id) => existing.has(id)) }));
  const isMatched = ({ organisationIds }: AddressedMessage) =>
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

/**
 * Returns the organisations that may have written to a sender, as far as their retention lets them know. One statement
 * for each that shares a number, since hundreds of people may say STOP at once.
 */
async function readWriters(
  tx: EveryOrganisationTx,
  all: readonly AddressedMessage[],
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
