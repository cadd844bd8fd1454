import type { EveryOrganisationTx } from '../../../db/postgres/transaction.js';
import { listExisting } from '../../../db/sql/people/organisations.js';
import { findWrittenTo } from '../../../db/sql/sms/campaigns/campaign-numbers.js';
import { mobileOf, type StoredInboundSms } from '../../../domain/sms/inbound.js';
import { wishIn } from '../../../domain/sms/keywords.js';
import { addresseeOf, type OwnNumber, type OwnNumbers, sharersOf } from '../../../domain/sms/own-numbers.js';

/** A message, and an organisation that it is for. */
export interface Delivery {
  readonly organisationId: string;
  readonly message: StoredInboundSms;
  /** Without the keyword of a shared number. */
  readonly text: string | null;
  /** It comes from the sandbox. */
  readonly test: boolean;
  /** The entry of the number; null for a message of the sandbox, which writes to any number. */
  readonly own: OwnNumber | null;
  /** Organisations share the number, so a reply to it must name the keyword of one. */
  readonly isShared: boolean;
  /** It is for several organisations. */
  readonly isForSeveral: boolean;
}

export interface Addressees {
  readonly found: readonly Delivery[];
  readonly unmatched: readonly StoredInboundSms[];
}

/** A message, and the organisations that it may be for. */
interface Addressed extends Omit<Delivery, 'organisationId' | 'own' | 'isForSeveral'> {
  readonly organisationIds: readonly string[];
  /** The entries of the number that are theirs. */
  readonly entries: readonly OwnNumber[];
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
    found: matched.flatMap(({ organisationIds, entries, forWriters, ...one }) => {
      const writers = forWriters ? organisationIds.filter((id) => writersTo(one.message.from).has(id)) : [];
      const concerned = writers.length > 0 ? writers : organisationIds;
      return concerned.map((organisationId) => ({
        ...one,
        organisationId,
        own: entries.find((own) => own.organisationId === organisationId) ?? null,
        isForSeveral: concerned.length > 1,
      }));
    }),
    unmatched: known.filter((one) => !isMatched(one)).map(({ message }) => message),
  };
}

function addressed(numbers: OwnNumbers, gateway: string, message: StoredInboundSms): Addressed {
  const { organisationId, to, text } = message;
  const of = (organisationIds: readonly string[], words = text, entries: readonly OwnNumber[] = []) =>
    ({ message, text: words, test: organisationId !== undefined, entries, organisationIds, forWriters: false }) as const;
  if (organisationId !== undefined) return { ...of([organisationId]), isShared: false };
  const entries = sharersOf(numbers, gateway, to);
  const sharers = [...new Set(entries.map((own) => own.organisationId))];
  const isShared = sharers.length > 1;
  const wish = text === null ? null : wishIn(text);
  if (isShared && wish === 'stop') return { ...of(sharers, text, entries), isShared, forWriters: true };
  const addressee = addresseeOf(numbers, gateway, to, text ?? '');
  if (addressee) {
    return { ...of([addressee.own.organisationId], text && addressee.text, [addressee.own]), isShared };
  }
  // A wish without the keyword can only be for the one organisation whose number it is.
  return { ...of(wish !== null && !isShared ? sharers : [], text, entries), isShared };
}

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
