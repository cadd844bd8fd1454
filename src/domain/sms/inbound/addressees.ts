import type { StoredInboundSms } from './inbound-sms.js';
import { keywordIn } from './keywords.js';
import { addresseeOf, type OwnNumber, type OwnNumbers, sharersOf } from './own-numbers.js';

/** A message, and the organisations that it may be for. */
export interface AddressedMessage {
  readonly message: StoredInboundSms;
  /** Without the keyword of a shared number. */
  readonly text: string | null;
  /** It comes from the sandbox. */
  readonly test: boolean;
  readonly organisationIds: readonly string[];
  /** The entries of the number that are theirs. */
  readonly entries: readonly OwnNumber[];
  /** Several organisations have the number. */
  readonly isShared: boolean;
  /** A bare STOP to a number that organisations share: it is for those that have written to the person. */
  readonly forWriters: boolean;
}

export function addressMessage(numbers: OwnNumbers, gateway: string, message: StoredInboundSms): AddressedMessage {
  const { organisationId, to, text } = message;
  const test = organisationId !== undefined;
  const entries = test ? [] : sharersOf(numbers, gateway, to);
  const isShared = idsOf(entries).length > 1;
  const toOwners = (own: readonly OwnNumber[], rest = text): AddressedMessage => {
    const organisationIds = test ? [organisationId] : idsOf(own);
    return { message, text: rest, test, organisationIds, entries: own, isShared, forWriters: false };
  };
  if (test) return toOwners([]);
  const keyword = text === null ? null : keywordIn(text);
  if (isShared && keyword === 'stop') return { ...toOwners(entries), forWriters: true };
  const addressee = addresseeOf(numbers, gateway, to, text ?? '');
  if (addressee) return toOwners([addressee.own], text && addressee.text);
  // STOP, START or HELP without the word of an organisation can only be for the one whose number it is.
  return toOwners(keyword === null || isShared ? [] : entries);
}

const idsOf = (entries: readonly OwnNumber[]) => [...new Set(entries.map(({ organisationId }) => organisationId))];
