import { walkRows } from '../../../db/lists/walk.js';
import type { EveryOrganisationTx, OrganisationTx } from '../../../db/postgres/transaction.js';
import { SMS_SEARCH } from '../../../db/sql/sms/messages/search-messages.js';
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

/** Finds the organisations of messages. Those of an organisation that the transaction does not reach are unmatched. */
export async function addresseesOf(
  tx: EveryOrganisationTx,
  numbers: OwnNumbers,
  gateway: string,
  messages: readonly StoredInboundSms[],
): Promise<Addressees> {
  const found: Delivery[] = [];
  const unmatched: StoredInboundSms[] = [];
  for (const message of messages) {
    const deliveries = await deliveriesOf(tx, numbers, gateway, message);
    if (deliveries.length > 0 && deliveries.every(({ organisationId }) => tx.reaches(organisationId))) {
      found.push(...deliveries);
    } else unmatched.push(message);
  }
  return { found, unmatched };
}

async function deliveriesOf(
  tx: EveryOrganisationTx,
  numbers: OwnNumbers,
  gateway: string,
  message: StoredInboundSms,
): Promise<Delivery[]> {
  const { organisationId, to, text } = message;
  if (organisationId !== undefined) {
    return [{ organisationId, message, text, test: true, carriers: [], keyword: null, isForSeveral: false }];
  }
  const entries = sharersOf(numbers, gateway, to);
  const sharers = [...new Set(entries.map((own) => own.organisationId))];
  const isShared = sharers.length > 1;
  const deliveryTo = (own: OwnNumber, rest = text): Delivery => {
    const { organisationId, gateways: carriers } = own;
    const keyword = isShared ? own.keyword : null;
    return { organisationId, message, text: rest, test: false, carriers, keyword, isForSeveral: false };
  };
  const wish = text === null ? null : wishIn(text);
  if (isShared && wish === 'stop') {
    const concerned = await thatHaveWritten(tx, sharers, message.from);
    const isForSeveral = concerned.length > 1;
    const places = concerned.flatMap((id) => entries.find((own) => own.organisationId === id) ?? []);
    return places.map((own) => ({ ...deliveryTo(own), isForSeveral }));
  }
  const addressed = addresseeOf(numbers, gateway, to, text ?? '');
  if (addressed) return [deliveryTo(addressed.own, text && addressed.text)];
  // A wish without the keyword can only be for the one organisation whose number it is.
  const [only] = wish === null || isShared ? [] : entries;
  return only ? [deliveryTo(only)] : [];
}

/**
 * A bare STOP to a number that organisations share ends the messages of all that have written to the person; of all of
 * them if that is not known.
 */
async function thatHaveWritten(tx: EveryOrganisationTx, sharers: readonly string[], from: string): Promise<string[]> {
  const mobile = mobileOf(from);
  if (mobile === null || !sharers.every((id) => tx.reaches(id))) return [...sharers];
  const writers: string[] = [];
  for (const id of sharers) if (await mayHaveWritten(tx.of(id), mobile)) writers.push(id);
  return writers.length > 0 ? writers : [...sharers];
}

async function mayHaveWritten(tx: OrganisationTx, mobile: string): Promise<boolean> {
  const { rows, stoppedAt } = await walkRows(tx, SMS_SEARCH, { to: mobile }, { from: null, backwards: false, size: 1 });
  return rows.length > 0 || stoppedAt !== null;
}
