import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import type { Organisation } from '../../../db/sql/people/organisations.js';
import type { NewInboundMessage, Wish } from '../../../db/sql/sms/inbound/fold-inbound.js';
import type { NewConsentChange } from '../../../db/sql/sms/recipients/consent-changes.js';
import { suppress } from '../../../db/sql/sms/recipients/suppressions.js';
import type { SecretKeys } from '../../../domain/secret-keys.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import { STOP_WINS_SECONDS, wordsOf } from '../../../domain/sms/keywords.js';
import { recordConsent } from '../suppressions/record-consent.js';
import { liftByStart } from './lift-by-start.js';

/** A message, as far as it may be a wish. */
export type SaidMessage = Pick<
  NewInboundMessage,
  'id' | 'mobile' | 'keyword' | 'text' | 'own_number' | 'test' | 'received_at'
>;

/**
 * Does what people wish: STOP suppresses their number for all senders of the organisation, for all messages or for
 * promotional ones, as its `stopScope` says. START ends what a STOP has made, and no other suppression.
 * Returns the ids of the messages that changed something.
 */
export async function applyWishes(
  tx: OrganisationTx,
  secretKeys: SecretKeys,
  { stopScope }: Pick<Organisation, 'stopScope'>,
  messages: readonly SaidMessage[],
): Promise<ReadonlySet<string>> {
  const effective = new Set<string>();
  for (const [test, wishes] of Map.groupBy(lastWishes(messages), (wish) => wish.test)) {
    const stops = wishes.filter(({ wish }) => wish === 'stop');
    const starts = wishes.filter(({ wish }) => wish === 'start');
    const added = await suppress(
      tx,
      'keyword',
      stops.map(({ mobile, word }) => ({
        mobile,
        senderId: '',
        deliveryCode: CODE_OF.UserInBlacklist,
        reason: word,
        test,
        promotionalOnly: stopScope === 'promotional',
      })),
    );
    const suppressed = new Set(added.map(({ mobile }) => mobile));
    const lifted = await liftByStart(tx, secretKeys, { starts, test });
    const changes = [...stops, ...starts.filter(({ mobile }) => lifted.has(mobile))];
    for (const { wish, mobile, inbound_id: id } of changes) {
      if (wish === 'start' || suppressed.has(mobile)) effective.add(id);
    }
    const changeBy = ({ wish, ...said }: Wish): NewConsentChange => ({
      ...said,
      change: wish === 'stop' ? 'opted_out' : 'opted_in',
      source: 'keyword',
      promotional_only: wish === 'stop' && stopScope === 'promotional',
    });
    await recordConsent(tx, changes.map(changeBy));
  }
  return effective;
}

/** The last wish of each number. */
function lastWishes(messages: readonly SaidMessage[]): Wish[] {
  const wishes = messages.flatMap((message) => wishOf(message) ?? []).toSorted((a, b) => timeOf(a) - timeOf(b));
  return [...Map.groupBy(wishes, ({ mobile, test }) => `${mobile} ${test}`).values()].map((own) => {
    const last = own.at(-1) as Wish;
    const stop = own.findLast(
      (each) => each.wish === 'stop' && timeOf(last) - timeOf(each) <= STOP_WINS_SECONDS * 1000,
    );
    return stop ?? last;
  });
}

const timeOf = (wish: Wish): number => Date.parse(wish.said_at);

function wishOf({ id, mobile, keyword, text, own_number, test, received_at }: SaidMessage): Wish | null {
  if (mobile === null || own_number === null || keyword === null || keyword === 'help') return null;
  const word = wordsOf(text ?? '');
  return { mobile, wish: keyword, word, own_number, inbound_id: id, test, said_at: received_at };
}
