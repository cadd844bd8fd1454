import { walkRows } from '../../../db/lists/walk.js';
import type { EveryOrganisationTx, OrganisationTx } from '../../../db/postgres/transaction.js';
import { SMS_SEARCH } from '../../../db/sql/sms/messages/search-messages.js';
import { mobileOf, type StoredInboundSms } from '../../../domain/sms/inbound.js';
import { wishIn } from '../../../domain/sms/keywords.js';
import { addresseeOf, type OwnNumbers, sharersOf } from '../../../domain/sms/own-numbers.js';

/** A message, and an organisation that it is for. */
interface Delivery {
  readonly organisationId: string;
  readonly message: StoredInboundSms;
  /** Without the keyword of a shared number. */
  readonly text: string | null;
  /** It comes from the sandbox. */
  readonly test: boolean;
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
  if (organisationId !== undefined) return [{ organisationId, message, text, test: true }];
  const sharers = [...new Set(sharersOf(numbers, gateway, to).map((own) => own.organisationId))];
  const wish = text === null ? null : wishIn(text);
  if (sharers.length > 1 && wish === 'stop') {
    const concerned = await thatHaveWritten(tx, sharers, message.from);
    return concerned.map((id) => ({ organisationId: id, message, text, test: false }));
  }
  const addressed = addresseeOf(numbers, gateway, to, text ?? '');
  if (!addressed) {
    // A wish without the keyword can only be for the one organisation whose number it is.
    const [only, ...others] = wish === null ? [] : sharers;
    return only === undefined || others.length > 0 ? [] : [{ organisationId: only, message, text, test: false }];
  }
  const { own, text: rest } = addressed;
  return [{ organisationId: own.organisationId, message, text: text && rest, test: false }];
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
