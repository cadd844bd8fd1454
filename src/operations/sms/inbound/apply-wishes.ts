import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { readOrganisation } from '../../../db/sql/people/organisations.js';
import {
  liftByKeyword,
  type NewInboundMessage,
  recordConsent,
  type Wish,
} from '../../../db/sql/sms/inbound/fold-inbound.js';
import { suppress } from '../../../db/sql/sms/recipients/suppressions.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import { STOP_WINS_SECONDS, wordsOf } from '../../../domain/sms/keywords.js';

/**
 * Does what people wish: STOP suppresses their number for all senders of the organisation, for all messages or for
 * promotional ones, as its `stopScope` says. START ends what a STOP has made, and no other suppression.
 */
export async function applyWishes(tx: OrganisationTx, messages: readonly NewInboundMessage[]): Promise<void> {
  for (const [test, wishes] of Map.groupBy(lastWishes(messages), (wish) => wish.test)) {
    const stops = wishes.filter(({ wish }) => wish === 'stop');
    const starts = wishes.filter(({ wish }) => wish === 'start');
    const promotionalOnly = stops.length > 0 && (await readOrganisation(tx)).stopScope === 'promotional';
    await suppress(
      tx,
      'keyword',
      stops.map(({ mobile, word }) => ({
        mobile,
        senderId: '',
        deliveryCode: CODE_OF.UserInBlacklist,
        reason: word,
        test,
        promotionalOnly,
      })),
    );
    const lifted = await liftByKeyword(tx, { starts, test });
    await recordConsent(tx, [
      ...stops.map((wish) => ({ ...wish, change: 'opted_out' as const })),
      ...starts.filter(({ mobile }) => lifted.has(mobile)).map((wish) => ({ ...wish, change: 'opted_in' as const })),
    ]);
  }
}

/** The last wish of each number. */
function lastWishes(messages: readonly NewInboundMessage[]): Wish[] {
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

function wishOf({ id, mobile, keyword, text, own_number, test, received_at }: NewInboundMessage): Wish | null {
  if (mobile === null || keyword === null || keyword === 'help') return null;
  const word = wordsOf(text ?? '');
  return { mobile, wish: keyword, word, own_number, inbound_id: id, test, said_at: received_at };
}
